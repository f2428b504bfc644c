import { transportError } from '../../../platform/remote/transport-error.ts';

export interface ZohoReply {
  httpStatus: number;
  retryAfter: string | null;
  /** Parsed JSON, or undefined if the body is not JSON. */
  json: unknown;
}

/**
 * Sends one HTTP request to Zoho. Returns any response, including an error.
 * @throws RemoteError if there is no response
 */
export async function callZoho(
  url: string,
  request: {
    method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
    headers?: Record<string, string>;
    body?: string | URLSearchParams;
    timeoutMs: number;
  },
): Promise<ZohoReply> {
  try {
    const response = await fetch(url, {
      method: request.method ?? 'POST',
      headers: request.headers,
      ...(request.body !== undefined && { body: request.body }),
      // A redirect could send leads and the token to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(request.timeoutMs),
    });
    const text = await response.text();
    return {
      httpStatus: response.status,
      retryAfter: response.headers.get('retry-after'),
      json: parseJson(text),
    };
  } catch (error) {
    throw transportError('crm', 'CRM', error);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
