/** The image cannot be built or fails a check; message for a person. */
export class ImageError extends Error {
  override readonly name = 'ImageError';
  readonly code = 'IMAGE_FAULT';
  readonly retry = false;
}
