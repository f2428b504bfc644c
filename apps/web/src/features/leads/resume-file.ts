import { resumeExtensions } from '@meridian/contracts/leads/fields';

/** True for file names that end in PDF, DOC or DOCX. The server checks the content. */
export function hasResumeType(fileName: string): boolean {
  const name = fileName.toLowerCase();
  return resumeExtensions.some((extension) => name.endsWith(extension));
}

/** @returns a human-readable size: `840 kB`, `1.4 MB` */
export function fileSize(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
