// node dist/http/express-rival.js: a bare Express application with helmet that answers constants. PUT /<name> sets one,
// with its media type; GET /<name> answers it, POST /<name> parses a body of JSON before it answers it.

import express, { type Response } from 'express';
import helmet from 'helmet';

const application = express();
application.use(helmet());
const constants = new Map<string, { readonly type: string; readonly bytes: Buffer }>();
application.put('/:name', express.raw({ type: () => true, limit: '8mb' }), (request, response) => {
  const bytes: unknown = request.body;
  constants.set(request.params.name, {
    type: request.get('Content-Type') ?? 'text/plain',
    bytes: Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0),
  });
  response.sendStatus(204);
});
function answerConstant({ params }: { readonly params: { readonly name: string } }, response: Response): void {
  const constant = constants.get(params.name);
  if (constant === undefined) response.sendStatus(404);
  else response.type(constant.type).send(constant.bytes);
}
application.get('/:name', answerConstant);
application.post('/:name', express.json({ limit: '1mb' }), answerConstant);
const server = application.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`listening on ${typeof address === 'object' && address !== null ? address.port : ''}\n`);
});
process.on('SIGTERM', () => process.exit(0));
