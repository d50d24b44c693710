import type { Transporter } from 'nodemailer';
import type { ServiceLog } from './log';

export interface MailOptions {
  /** `smtp://user:password@host:587`. If unset, no email is sent. */
  readonly url?: string | undefined;
  /** Sender of the email, as `Name <address>` or an address. */
  readonly from: string;
}

export interface MailMessage {
  readonly to: string;
  /** On one line, even if names in it contain line breaks. */
  readonly subject: string;
  readonly text: string;
  /** The link in `text`, if any. Logged if the email can't be sent. */
  readonly link?: string;
}

/** Sends emails one after the other in the background. */
export class MailQueue {
  readonly #options: MailOptions | undefined;
  readonly #log: ServiceLog;
  #transport: Promise<Transporter> | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(options: MailOptions | undefined, log: ServiceLog) {
    this.#options = options?.url === undefined ? undefined : options;
    this.#log = log;
  }

  /** Returns immediately. The outcome is logged. */
  post(mails: readonly MailMessage[]): void {
    for (const mail of mails) this.#last = this.#last.then(() => this.#send(mail));
  }

  /** Resolves when all queued emails were sent. */
  async close(): Promise<void> {
    await this.#last;
    (await this.#transport)?.close();
  }

  async #send({ link, subject, ...mail }: MailMessage): Promise<void> {
    const advice = link === undefined ? '' : ': pass on this link yourself';
    if (!this.#options) {
      this.#log.warn({ link }, `SMTP_URL is not set, so a mail was not sent${advice}`);
      return;
    }
    try {
      const { from } = this.#options;
      const transport = await (this.#transport ??= connect(this.#options.url!));
      await transport.sendMail({ from, subject: subject.replaceAll(/\s+/g, ' '), ...mail });
    } catch (error) {
      this.#log.error({ error, link }, `a mail could not be sent${advice}`);
    }
  }
}

async function connect(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({ url, connectionTimeout: 15_000, socketTimeout: 30_000 });
}
