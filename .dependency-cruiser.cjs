/**
 * The rooms of app/ in their order, which docs/ARCHITECTURE.md draws: what a line names may import the lines below it,
 * types included. Rooms of one line do not know each other: the operator and Shopify are two sides, what is kept does not
 * decide what happens, and documents are made of what is given.
 */
const ROOMS = [
  ['main', 'operator-check'],
  ['program'],
  ['server'],
  ['routes', 'root', 'entry[.](client|server)'],
  ['shop-api'],
  ['pages'],
  ['extension-api', 'webhooks', 'flow'],
  ['installation'],
  ['deliveries'],
  ['early-warning', 'scorecard'],
  ['operator-accounts'],
  ['shops'],
  ['app-context'],
  ['metrics', 'tracing'],
  ['environment', 'scheduling'],
  ['operator', 'shopify', 'persistence', 'printing'],
  ['outgoing', 'texts'],
  ['pace', 'logging', 'start-error'],
  ['domain'],
  ['bounds'],
];

/** A room is a folder, or a single file. */
const inRooms = (rooms) => `^app/(${rooms.join('|')})(/|[.]tsx?$)`;

const order = ROOMS.map((line, place) => ({
  name: 'rooms-in-order',
  comment:
    'A room knows only what is below it in ROOMS, at the top of this file: so each is understood without the rest.',
  severity: 'error',
  from: { path: inRooms(line) },
  to: { path: inRooms(ROOMS.slice(0, place + 1).flat()), pathNot: '^app/$1(/|[.]tsx?$)' },
}));

/** Each rule says why. */
const from = (path, pathNot) => ({ path: `^app/${path}`, ...(pathNot ? { pathNot } : {}) });

/** What may exist both in the program and in the bundle of the pages; test/server/server-bundle.test.ts names each file. */
const PURE = '^app/((routes|pages|texts|extension-api|domain)/|root[.]tsx$|bounds[.]ts$|printing/format[.]ts$)';

module.exports = {
  forbidden: [
    ...order,
    {
      name: 'domain-does-no-io',
      comment: 'A function that reads a clock, a file or the network gives another answer tomorrow.',
      severity: 'error',
      from: from('domain/'),
      to: {
        dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-optional', 'npm-peer'],
        pathNot: 'node_modules/(zod|luxon|@types/luxon|big\\.js|@types/big\\.js|libphonenumber-js)/',
      },
    },
    {
      name: 'pages-see-view-models',
      comment: 'What a component can import can end in a browser bundle: nothing with a secret may be near it.',
      severity: 'error',
      from: from('(pages|texts|extension-api)/'),
      to: { path: '^app/', pathNot: PURE, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'routes-through-the-backend',
      comment:
        'Routes are built into a bundle of their own: server code that they import would exist twice in a process, and could be asked about any shop. They have the backend from the load context.',
      severity: 'error',
      from: { path: '^app/(routes/|root|entry)' },
      to: { path: '^app/', pathNot: PURE, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'pages-and-routes-hold-no-resource',
      comment: 'A connection, a file or a log belongs to the program, which has one of each.',
      severity: 'error',
      from: { path: '^app/(routes/|pages/|texts/|extension-api/|root|entry)' },
      to: {
        dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-optional', 'npm-peer'],
        path: '^(node:)?(fs|net|http|https|child_process|worker_threads|module)(/|$)|node_modules/(@prisma|prisma|pg|pino|undici|prom-client|@opentelemetry|@aws-sdk|express)(/|$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'verbs-of-the-store-only',
      comment:
        "The parts of the delivery store write the row's columns. Only the verbs of delivery-store.ts may be called.",
      severity: 'error',
      from: from('', '^app/deliveries/(store/|delivery-store[.]ts$)'),
      to: { path: '^app/deliveries/store/' },
    },
    {
      name: 'frameworks-at-the-edge',
      comment: "Shopify's successor of Remix is React Router: the move should touch few folders.",
      severity: 'error',
      from: { path: '^app/', pathNot: '^app/(routes|shopify|server|shop-api|pages|texts)/|^app/(root|entry)' },
      to: { path: 'node_modules/(@remix-run|@shopify/(shopify-app-remix|polaris)|react)/' },
    },
    {
      name: 'no-sandbox-in-the-app',
      comment: 'The program does not know that it is tested.',
      severity: 'error',
      from: { path: '^app/' },
      to: { path: '^(sandbox|test|bench|scripts)/' },
    },
    {
      name: 'sandbox-stands-alone',
      comment: 'What checks the app must not share its mistakes, and it is no part of a check or a test itself.',
      severity: 'error',
      from: { path: '^sandbox/' },
      to: { path: '^(app|scripts|test|bench)/' },
    },
    {
      name: 'no-circles',
      comment:
        'Files that need each other are one file, or three. A type that is needed both ways has a file of its own.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-development-dependency-in-the-app',
      comment:
        'It would be missing in production. What the pages are drawn with is not: the build puts it into their bundles.',
      severity: 'error',
      from: { path: '^app/' },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: 'node_modules/(vite|@types|@shopify/polaris|react-dom|@remix-run/react)/',
      },
    },
    {
      name: 'bundled-packages-in-pages-only',
      comment: 'Production does not install them: only code that is built into the bundles of the pages may use them.',
      severity: 'error',
      from: { path: '^app/', pathNot: '^app/(pages|routes)/|^app/(root|entry)' },
      to: {
        path: 'node_modules/(@shopify/polaris|react-dom|@remix-run/react)/',
        dependencyTypesNot: ['type-only'],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types', 'default'] },
  },
};
