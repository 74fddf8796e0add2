import { type Agent, Agent as PlainAgent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import type { Context } from '@opentelemetry/api';
import { ExportResultCode } from '@opentelemetry/core';
import { BatchSpanProcessor, type ReadableSpan, type Span, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace';
import type { ProcessLog } from '../../http/logger.js';
import type { SpanCounts } from './tracing.js';

/** The connections to the collector. */
export class CollectorConnections {
  readonly agent: Agent;

  constructor(url: string) {
    this.agent = url.startsWith('https:') ? new TlsAgent({ keepAlive: true }) : new PlainAgent({ keepAlive: true });
  }

  /** Closes all connections; the next export opens a new one. */
  cut(): void {
    this.agent.destroy();
  }
}

export interface BoundedExportOptions {
  readonly exporter: SpanExporter;
  readonly connections: CollectorConnections;
  readonly log: Pick<ProcessLog, 'warn'>;
  readonly delayMilliseconds: number;
  readonly exportMilliseconds: number;
  readonly queueLimit: number;
}

/** Spans of one export. */
const BATCH = 512;
/** Milliseconds of the last export, at the end of the process. */
const CLOSE_MILLISECONDS = 2_000;
/** Minimal milliseconds between two log lines about lost spans. */
const LOG_MILLISECONDS = 60_000;

/**
 * Exports spans in batches, one export at a time. Whatever the collector does, at most `queueLimit` spans wait, and an export ends
 * after its time; all other spans are dropped and counted. No caller ever waits.
 */
export class BoundedExport implements SpanProcessor {
  readonly #options: BoundedExportOptions;
  readonly #batches: BatchSpanProcessor;
  #waiting = 0;
  #exported = 0;
  #failed = 0;
  #dropped = 0;
  #isClosed = false;
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor(options: BoundedExportOptions) {
    this.#options = options;
    const { delayMilliseconds, exportMilliseconds, queueLimit } = options;
    const exporter: SpanExporter = {
      export: (spans, done) => this.#export(spans, done),
      shutdown: async () => options.exporter.shutdown(),
    };
    this.#batches = new BatchSpanProcessor({
      exporter,
      scheduledDelayMillis: delayMilliseconds,
      // Later than the end of each export by itself.
      exportTimeoutMillis: 2 * exportMilliseconds,
      maxQueueSize: queueLimit,
      maxExportBatchSize: Math.min(BATCH, queueLimit),
    });
  }

  get counts(): SpanCounts {
    return { exported: this.#exported, failed: this.#failed, dropped: this.#dropped };
  }

  onStart(span: Span, parent: Context): void {
    this.#batches.onStart(span, parent);
  }

  onEnd(span: ReadableSpan): void {
    if (this.#isClosed || this.#waiting >= this.#options.queueLimit) {
      this.#dropped += 1;
      this.#tell('too many spans are waiting');
      return;
    }
    this.#waiting += 1;
    this.#batches.onEnd(span);
  }

  async forceFlush(): Promise<void> {
    await this.#batches.forceFlush();
  }

  /** Exports the waiting spans within two seconds. */
  async shutdown(): Promise<void> {
    this.#isClosed = true;
    let late: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => {
      late = setTimeout(resolve, CLOSE_MILLISECONDS);
    });
    // A failed export is counted and logged where it fails.
    await Promise.race([this.#batches.shutdown().catch(() => undefined), limit]);
    clearTimeout(late);
    this.#options.connections.cut();
  }

  #export(spans: ReadableSpan[], done: Parameters<SpanExporter['export']>[1]): void {
    const { exporter, connections, exportMilliseconds } = this.#options;
    this.#waiting -= spans.length;
    let isOver = false;
    const settle: typeof done = (result) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(late);
      if (result.code === ExportResultCode.SUCCESS) this.#exported += spans.length;
      else {
        this.#failed += spans.length;
        this.#tell(reasonOf(result.error));
      }
      done(result);
    };
    // The exporter's own limit is for a silent collector: one that sends a byte now and then would hold it for ever.
    const late = setTimeout(() => {
      connections.cut();
      settle({ code: ExportResultCode.FAILED, error: new Error('the collector did not answer in time') });
    }, exportMilliseconds);
    late.unref();
    exporter.export(spans, settle);
  }

  #tell(reason: string): void {
    const now = performance.now();
    if (now - this.#loggedAt < LOG_MILLISECONDS) return;
    this.#loggedAt = now;
    this.#options.log.warn({ reason, ...this.counts }, 'spans are lost; requests are not affected');
  }
}

const MAX_REASON = 200;

/** Returns the reason of a failed export without the collector's body, which may be large and may repeat our header fields. */
function reasonOf(error: Error | undefined): string {
  if (error === undefined) return 'the export failed';
  const code: unknown = Reflect.get(error, 'code');
  if (typeof code === 'number') return `the collector answered with status ${code}`;
  return typeof code === 'string' ? code : error.message.slice(0, MAX_REASON);
}
