import type { Transporter } from 'nodemailer';
import type { ServiceLog } from './log';

export interface MailOptions {
  /** `smtp://user:password@host:587`; unset, nothing is sent. */
  readonly url?: string | undefined;
  /** Who the mail is from, `Name <address>` or an address. */
  readonly from: string;
}

export interface MailMessage {
  readonly to: string;
  /** In one line, however many the names in it have. */
  readonly subject: string;
  readonly text: string;
  /** What it is about, in `text` too, if anything; the log has it where the mail could not be sent. */
  readonly link?: string;
}

/** Sends mail, one after the other, without anybody waiting for it. */
export class MailQueue {
  readonly #options: MailOptions | undefined;
  readonly #log: ServiceLog;
  #transport: Promise<Transporter> | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(options: MailOptions | undefined, log: ServiceLog) {
    this.#options = options?.url === undefined ? undefined : options;
    this.#log = log;
  }

  /** Returns at once: what becomes of it stands in the log. */
  post(mails: readonly MailMessage[]): void {
    for (const mail of mails) this.#last = this.#last.then(() => this.#send(mail));
  }

  /** When all has been sent that was posted. */
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
