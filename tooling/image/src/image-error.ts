/** The image cannot be built or does not do what it should; the message is for a person. */
export class ImageError extends Error {
  override readonly name = 'ImageError';
  readonly code = 'IMAGE_FAULT';
  readonly retry = false;
}
