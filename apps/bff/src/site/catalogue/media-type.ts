/** Maps the content types that proxied files may have. */
import { MIMEType } from 'node:util';

const asDeclared = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/svg+xml',
  'image/x-icon',
  'audio/mpeg',
  'audio/mp4',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
  'video/mp4',
  'video/ogg',
  'video/webm',
  'font/woff',
  'font/woff2',
  'font/ttf',
  'font/otf',
  'application/pdf',
  'application/json',
  'application/zip',
  'application/epub+zip',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
];

const canonical = new Map([
  ...asDeclared.map((type) => [type, type] as const),
  ['image/jpg', 'image/jpeg'],
  ['image/vnd.microsoft.icon', 'image/x-icon'],
  ['audio/mp3', 'audio/mpeg'],
  ['audio/x-wav', 'audio/wav'],
  ['text/plain', 'text/plain; charset=utf-8'],
  ['text/csv', 'text/csv; charset=utf-8'],
  ['text/calendar', 'text/calendar; charset=utf-8'],
  ['text/vtt', 'text/vtt; charset=utf-8'],
] as const);

const unknownType = 'application/octet-stream';

/**
 * @param declared header `Content-Type`; a header with several types counts as unknown, because browsers
 * would use the last one
 * @returns a type from the list, or `application/octet-stream` for all others, for example HTML and scripts
 */
export function mediaType(declared: string | null): string {
  if (declared === null || declared.includes(',')) return unknownType;
  try {
    return canonical.get(new MIMEType(declared).essence) ?? unknownType;
  } catch {
    // Not a valid MIME type.
    return unknownType;
  }
}

/** True for types worth compressing. */
export function isCompressible(type: string): boolean {
  return /^(?:image\/svg\+xml|text\/|application\/json)/.test(type);
}
