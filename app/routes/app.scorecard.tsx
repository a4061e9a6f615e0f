import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Box, BlockStack, Card, List, Page, Text } from '@shopify/polaris';
import { boundary } from '@shopify/shopify-app-remix/server';
import { useExport } from '../pages/deliveries/use-export.ts';
import { CardSection } from '../pages/delivery/cards/card-section.tsx';
import { HelpLinks } from '../pages/help/help-links.tsx';
import { Choices } from '../pages/scorecard/choices.tsx';
import { FailuresCard } from '../pages/scorecard/failures-card.tsx';
import { FiguresTable, Verdict } from '../pages/scorecard/figures-table.tsx';
import styles from '../pages/scorecard/scorecard.css?inline';
import { PromisesTable } from '../pages/scorecard/promises.tsx';
import { readScorecardQuery, scorecardPath } from '../pages/scorecard/scorecard-query.ts';
import { printRange, useKeyName, wordsOfDimensions } from '../pages/scorecard/scorecard-words.ts';
import { pageTitle } from '../pages/shell/loaded-texts.ts';
import { useLocale, useTexts } from '../pages/shell/use-texts.ts';

export const headers: HeadersFunction = (given) => boundary.headers(given);

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, ({ scorecard }) => scorecard.title);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopApi = await context.backend.authenticate(request);
  return shopApi.scorecard(readScorecardQuery(new URL(request.url).searchParams));
}

export default function Scorecard() {
  const { asked, shown, operatorName, shopName, total, rows, failures, promises, accounts } =
    useLoaderData<typeof loader>();
  const texts = useTexts().scorecard;
  const locale = useLocale();
  const keyName = useKeyName(accounts);
  const csv = useExport(scorecardPath(asked, '/app/scorecard/csv'), 'scorecard.csv');
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const days = printRange(day, shown.slice);
  const [worst] = rows;
  const isEmpty = rows.length === 0;
  return (
    <Page
      title={texts.title}
      subtitle={[shopName, operatorName, days, ...wordsOfDimensions(asked.only, keyName)].join(' · ')}
      backAction={{ content: texts.toHome, url: '/app' }}
      fullWidth
      secondaryActions={
        isEmpty
          ? []
          : [
              { content: texts.export, onAction: csv.start, loading: csv.isExporting },
              { content: texts.print, onAction: () => window.print() },
            ]
      }
    >
      <style>{styles}</style>
      <BlockStack gap="400">
        <div className="not-printed">
          <Box paddingInline={{ xs: '400', sm: '0' }}>
            <Choices asked={asked} keyName={keyName} />
          </Box>
        </div>
        {isEmpty ? (
          <CardSection title={texts.emptyTitle}>
            <Text as="p">{texts.empty}</Text>
          </CardSection>
        ) : (
          <>
            <Verdict worst={worst} name={worst ? keyName(asked.by, worst.key) : ''} />
            <Card>
              <FiguresTable asked={asked} shown={shown} total={total} rows={rows} keyName={keyName} />
            </Card>
            <FailuresCard
              failures={failures}
              failed={total.firstAttempt.of - total.firstAttempt.count}
              slice={shown.slice}
            />
          </>
        )}
        <PromisesTable promises={promises} />
        <CardSection title={texts.definitions.title}>
          <List>
            {Object.entries(texts.definitions.list).map(([name, text]) => (
              <List.Item key={name}>{text}</List.Item>
            ))}
          </List>
        </CardSection>
      </BlockStack>
      <HelpLinks topics={['scorecard']} />
    </Page>
  );
}
