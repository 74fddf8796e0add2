import type { FuzzRequest } from './request.js';

const MAX_BYTES = 20_000;

/** The request as a command that sends it again. */
export function curlCommand(base: string, { method, target, headers, body, chunked }: FuzzRequest): string {
  const fields = [...headers, ...(chunked ? [['Transfer-Encoding', 'chunked'] as const] : [])];
  // A field without a value ends in a semicolon: curl would leave it out.
  const options = fields.map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`).join(' ');
  const call = `curl -i --path-as-is --globoff ${method === 'HEAD' ? '-I' : `-X ${method}`} ${options} ${quoted(base + target)}`;
  if (body === undefined) return call;
  const told = body.subarray(0, MAX_BYTES).toString('base64');
  return `echo ${told} | base64 -d | ${call} --data-binary @-${body.length > MAX_BYTES ? ` # and ${body.length - MAX_BYTES} bytes more` : ''}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
