import { type Logger, pino, stdTimeFunctions } from 'pino';

/** A process's log: a JSON object a line on standard output, times in RFC 3339. What might be a key is blotted out. */
export function createLogger(service: string, level: string): Logger {
  return pino({
    level,
    base: { service },
    timestamp: stdTimeFunctions.isoTime,
    redact: {
      paths: ['authorization', '*.authorization', 'api_key', '*.api_key', 'headers.authorization', 'req.headers.authorization'],
      censor: '[key]',
    },
    formatters: { level: (label) => ({ level: label }) },
  });
}
