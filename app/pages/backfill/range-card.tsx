import { useNavigate } from '@remix-run/react';
import { BlockStack, Button, Card, Form, FormLayout, InlineStack, TextField } from '@shopify/polaris';
import { useState } from 'react';
import { useAdminPath } from '../shell/admin-path.ts';
import type { DayRange, RangeError } from './day-range.ts';
import { Subdued } from '../shell/subdued.tsx';
import { useTexts } from '../shell/use-texts.ts';

interface RangeCardProps {
  readonly offered: DayRange;
  readonly error: RangeError | null;
  readonly isLooking: boolean;
}

/** The merchant chooses the days here. A preview of what would be sent comes before anything is sent. */
export function RangeCard({ offered, error, isLooking }: RangeCardProps) {
  const texts = useTexts().backfill;
  const [range, setRange] = useState(offered);
  const navigate = useNavigate();
  const toPath = useAdminPath();
  const look = () => navigate(toPath(`/app/backfill?${new URLSearchParams({ ...range })}`));
  const message = error && texts.errors[error];
  return (
    <Card>
      <Form onSubmit={look} noValidate>
        <BlockStack gap="300">
          <FormLayout>
            <FormLayout.Group condensed>
              <TextField
                label={texts.from}
                type="date"
                autoComplete="off"
                value={range.from}
                onChange={(from) => setRange({ ...range, from })}
                {...(message && error !== 'ends-before-start' ? { error: message } : {})}
              />
              <TextField
                label={texts.to}
                type="date"
                autoComplete="off"
                value={range.to}
                onChange={(to) => setRange({ ...range, to })}
                {...(message && error === 'ends-before-start' ? { error: message } : {})}
              />
            </FormLayout.Group>
          </FormLayout>
          <Subdued>{texts.limit}</Subdued>
          <InlineStack>
            <Button submit loading={isLooking}>
              {texts.look}
            </Button>
          </InlineStack>
        </BlockStack>
      </Form>
    </Card>
  );
}
