import { resumeExtensions } from '@meridian/contracts/leads/fields';

/** True for a file whose name says PDF, DOC or DOCX; what it really is the server reads from its content. */
export function hasResumeType(fileName: string): boolean {
  const name = fileName.toLowerCase();
  return resumeExtensions.some((extension) => name.endsWith(extension));
}

/** @returns a size for people: `840 kB`, `1.4 MB` */
export function fileSize(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
