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
  const message = error !== null && texts.errors[error];
  const wrong = error === 'ends-before-start' ? 'to' : 'from';
  return (
    <Card>
      <Form onSubmit={look} noValidate>
        <BlockStack gap="300">
          <FormLayout>
            <FormLayout.Group>
              {(['from', 'to'] as const).map((name) => (
                <TextField
                  key={name}
                  label={texts[name]}
                  type="date"
                  autoComplete="off"
                  value={range[name]}
                  onChange={(day) => setRange({ ...range, [name]: day })}
                  error={name === wrong && message}
                />
              ))}
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
