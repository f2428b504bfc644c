import type { HttpAnswer } from './result.ts';

/**
 * Timeout of an upload, long enough for slow connections and large files. A dropped connection fails earlier.
 */
const timeoutMs = 10 * 60_000;

/**
 * Posts a form with a file. Uses XMLHttpRequest, because `fetch` does not report the progress of an upload.
 *
 * @param onProgress called with the share of the body that is uploaded, from 0 to 1
 * @returns the JSON of the response, for any HTTP status
 * @throws Error if there is no response, or if it is not JSON
 */
export function upload(
  path: string,
  body: FormData,
  onProgress?: (share: number) => void,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.timeout = timeoutMs;
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    });
    const fail = () => reject(new Error('The upload was not answered'));
    for (const event of ['error', 'timeout', 'abort'] as const) request.addEventListener(event, fail);
    request.addEventListener('load', () => {
      try {
        resolve({ httpStatus: request.status, answer: JSON.parse(request.responseText) });
      } catch (cause) {
        reject(new Error('The answer cannot be read', { cause }));
      }
    });
    request.send(body);
  });
}
