import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';

export type Answer = { status: number; head: string; body: Buffer };

/**
 * A keep-alive connection with one request at a time. It uses the socket directly: a client library takes as
 * much CPU time as the measured servers, and would distort the results.
 */
export class HttpConnection {
  readonly #socket: Socket;
  readonly #keepBodies: boolean;
  #chunks: Buffer[] = [];
  #head: { status: number; text: string; end: number } | undefined;
  #missing = 0;
  #settle: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;

  private constructor(socket: Socket, keepBodies: boolean) {
    this.#socket = socket;
    this.#keepBodies = keepBodies;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('error', (error) => this.#settle?.reject(error));
    socket.on('close', () => this.#settle?.reject(new Error('The server closed a connection.')));
  }

  static async open(url: string, options: { keepBodies: boolean }): Promise<HttpConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new HttpConnection(socket, options.keepBodies);
  }

  /** Sends a request. Rejects when the connection fails, or the response has no `Content-Length`. */
  ask(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#settle = undefined;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    if (!this.#head) this.#readHead(chunk);
    if (!this.#head) return;
    this.#missing -= chunk.length;
    if (this.#keepBodies || this.#chunks.length === 0) this.#chunks.push(chunk);
    if (this.#missing > 0) return;
    const { status, text, end } = this.#head;
    const body = this.#keepBodies ? Buffer.concat(this.#chunks).subarray(end) : Buffer.alloc(0);
    this.#chunks = [];
    this.#head = undefined;
    this.#settle?.resolve({ status, head: text, body });
  }

  #readHead(chunk: Buffer): void {
    const at = chunk.indexOf(HEAD_END);
    const text = chunk.toString('latin1', 0, Math.max(0, at));
    const length = /^content-length: *(\d+)$/im.exec(text)?.[1];
    if (length === undefined) {
      this.#settle?.reject(
        new Error(`This answer has no Content-Length:\n${chunk.toString('latin1', 0, 500)}`),
      );
      return;
    }
    const end = at + HEAD_END.length;
    this.#head = { status: Number(text.slice(9, 12)), text, end };
    this.#missing = end + Number(length);
  }
}
