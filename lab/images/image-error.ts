/** An image cannot be built or fails a check. The message is shown to the developer. */
export class ImageError extends Error {
  override readonly name = 'ImageError';
  readonly code = 'IMAGE_FAULT';
  readonly retry = false;
}
