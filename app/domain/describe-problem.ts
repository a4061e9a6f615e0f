import type { Problem } from './problem.ts';
import { en } from './problem-texts/en.ts';
import { es } from './problem-texts/es.ts';
import { pt } from './problem-texts/pt.ts';
import type { Text, Texts } from './problem-texts/text.ts';
import type { SkipReason } from './skip-reason.ts';

const TEXTS = { en, es, pt } as const satisfies Record<string, Texts>;
export type Locale = keyof typeof TEXTS;

type Details = Readonly<Record<string, string | number | readonly string[] | null | undefined>>;

/** The language of a merchant's locale (`es-419`, `pt-BR`); English when there are no texts in it. */
export function chooseLocale(tag: string): Locale {
  const language = tag.toLowerCase().split(/[-_]/)[0];
  return language === 'es' || language === 'pt' ? language : 'en';
}

/** A problem in the merchant's language: what is the matter, and what to do. */
export function describeProblem({ code, field, details }: Problem, locale: Locale): Text {
  const { problems, fields: names } = TEXTS[locale];
  const { fields } = details;
  const named = typeof fields === 'object' ? { fields: fields.map((name) => nameOf(names, name)) } : {};
  return fill(problems[code], { field, ...details, ...named });
}

/** A skipped fulfillment in the merchant's language: why it is not handed over, and what to do if it should be. */
export function describeSkip({ code, detail }: SkipReason, locale: Locale): Text {
  return fill(TEXTS[locale].skips[code], { detail });
}

function nameOf(names: Texts['fields'], field: string): string {
  return Object.entries(names).find(([known]) => known === field)?.[1] ?? field;
}

function fill({ sentence, nextStep }: Text, details: Details): Text {
  const put = (text: string) =>
    text
      .replace(/\[([^\]]*\{(\w+)\}[^\]]*)\]/g, (_, part: string, name: string) => (isGiven(details[name]) ? part : ''))
      .replace(/\{(\w+)\}/g, (_, name: string) => printed(details[name]));
  return { sentence: put(sentence), nextStep: put(nextStep) };
}

function isGiven(detail: Details[string]): boolean {
  return printed(detail) !== '';
}

function printed(detail: Details[string]): string {
  return Array.isArray(detail) ? detail.join(', ') : String(detail ?? '');
}
