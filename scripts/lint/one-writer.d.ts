import type { Rule } from 'eslint';

export declare const oneWriter: Rule.RuleModule;
