import { jsonAnswer, type Answer } from '../answer.ts';

/** The answers of a proxy in front of the operator: pages, or JSON of a gateway, never the envelope. */
const PROXY_ANSWERS = {
  '401': page(401, 'Authorization Required', { 'WWW-Authenticate': 'Basic realm="gateway"' }),
  '403': page(403, 'Forbidden'),
  '404': page(404, 'Not Found'),
  '404-json': jsonAnswer(404, { message: 'Not Found' }),
  '405': page(405, 'Not Allowed', { Allow: 'GET, HEAD' }),
  '407': page(407, 'Proxy Authentication Required', { 'Proxy-Authenticate': 'Basic realm="gateway"' }),
  '418': page(418, 'I’m a teapot'),
  '421': page(421, 'Misdirected Request'),
  '429': page(429, 'Too Many Requests'),
  '502': page(502, 'Bad Gateway'),
  '503': page(503, 'Service Temporarily Unavailable'),
  /**
   * A permanent redirect that keeps the method. A client that follows it posts again, at a path of this server that the
   * log shows.
   */
  redirect: page(308, 'Permanent Redirect', { Location: '/maintenance' }),
  html: page(200, 'We will be back soon'),
} satisfies Record<string, Answer>;

export type ProxyAnswerName = keyof typeof PROXY_ANSWERS;

export const PROXY_ANSWER_NAMES = [
  ...(['401', '403', '404', '404-json', '405', '407', '418', '421', '429', '502', '503', 'redirect', 'html'] as const),
] satisfies readonly ProxyAnswerName[];

export function proxyAnswer(name: ProxyAnswerName): Answer {
  return PROXY_ANSWERS[name];
}

/** An HTML page in place of an answer. */
export function page(status: number, title: string, headers: Readonly<Record<string, string>> = {}): Answer {
  const body = `<html>\r\n<head><title>${title}</title></head>\r\n<body><center><h1>${title}</h1></center></body>\r\n</html>\r\n`;
  return { status, headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers }, body, deliveries: [] };
}
