/** Builds the pages for the demo, unless they were already built from the same sources. */
import buildPages from './pages/build-pages.ts';

await buildPages();
