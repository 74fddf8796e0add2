import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';

export interface PullRequestComment {
  readonly id: number;
  body: string;
  readonly user: { readonly type: 'User' | 'Bot' };
}

/** The calls of GitHub's REST API about comments of one pull request, as GitHub documents them. */
export class GithubComments {
  readonly comments: PullRequestComment[] = [];
  refuses = false;
  address = '';
  #server: Server | undefined;

  async start(): Promise<void> {
    this.comments.length = 0;
    this.refuses = false;
    const server = createServer((request, response) => {
      void json(request)
        .catch(() => ({}))
        .then((sent) => {
          const [status, body] = this.#answer(request.method ?? '', new URL(request.url ?? '', 'http://localhost'), sent);
          response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const bound = server.address();
    this.address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
    this.#server = server;
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  #answer(method: string, { pathname, searchParams }: URL, sent: unknown): readonly [number, unknown] {
    const body = typeof sent === 'object' && sent !== null ? String(Reflect.get(sent, 'body')) : '';
    if (this.refuses) return [403, { message: 'Resource not accessible by integration' }];
    if (pathname === '/repos/team/rules/issues/7/comments') {
      if (method === 'POST') {
        const comment: PullRequestComment = { id: 1_000 + this.comments.length, body, user: { type: 'Bot' } };
        this.comments.push(comment);
        return [201, comment];
      }
      const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('per_page'))];
      return [200, this.comments.slice((page - 1) * size, page * size)];
    }
    const own = this.comments.find(({ id }) => method === 'PATCH' && pathname === `/repos/team/rules/issues/comments/${id}`);
    if (own === undefined) return [404, { message: 'Not Found' }];
    own.body = body;
    return [200, own];
  }
}
