import { launch } from 'puppeteer-core';
import type { Browser, ElementHandle, KeyInput, Page } from 'puppeteer-core';
import type { Engine, Tab } from './tab';

/** Firefox by WebDriver BiDi, which it supports natively. */
export async function startFirefox(executablePath: string): Promise<Engine> {
  return engineOf(await launch({ browser: 'firefox', executablePath, headless: true }));
}

/** Chromium, with additional flags. */
export async function startChromium(executablePath: string, args: string[]): Promise<Engine> {
  return engineOf(await launch({ executablePath, args, headless: true }));
}

function engineOf(browser: Browser): Engine {
  return {
    tab: async () => tabOf(await browser.newPage()),
    close: () => browser.close(),
  };
}

function tabOf(page: Page): Tab {
  return {
    open: async (url) => void (await page.goto(url)),
    ask: <T>(expression: string) => page.evaluate(`(${expression})`) as Promise<T>,
    press: async (xpath) => {
      for (const element of await page.$$(`xpath/${xpath}`)) {
        if ((await element.isVisible()) && (await click(element))) return true;
      }
      return false;
    },
    type: async (text) => {
      await page.bringToFront();
      await page.keyboard.type(text);
    },
    key: async (name) => {
      await page.bringToFront();
      const keys = name.split('+') as KeyInput[];
      for (const key of keys) await page.keyboard.down(key);
      for (const key of keys.reverse()) await page.keyboard.up(key);
    },
    choose: async (css, path) => {
      const input = await page.waitForSelector(css);
      await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(path);
    },
  };
}

/** False if the page has removed the element. */
async function click(element: ElementHandle): Promise<boolean> {
  try {
    await element.click();
    return true;
  } catch (error) {
    const isThere = await element.evaluate((node) => node.isConnected).catch(() => false);
    if (isThere) throw error;
    return false;
  }
}
