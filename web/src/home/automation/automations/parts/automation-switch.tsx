import type { Automation } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { IconPower } from '../../../../design/page-icons.generated.ts';
import { Confirmation } from '../../../devices/controls/confirmation.tsx';
import { Switch } from '../../../kit/ui/switch.tsx';
import { useSwitchAutomation } from '../data/use-automations.ts';

type Props = { automation: Automation; className?: string };

/** Switches an automation on or off. */
export function AutomationSwitch({ automation, className }: Props) {
  const { press, question } = usePress(automation);
  return (
    <>
      <Switch
        isOn={automation.enabled}
        label={automation.definition.label}
        className={className}
        onChange={press}
      />
      {question}
    </>
  );
}

/** Switches on an automation that was stopped. */
export function SwitchOnAgain({ automation }: Props) {
  const { press, question } = usePress(automation);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPower size={18} aria-hidden="true" />}
        onClick={() => press(true)}
      >
        <Trans>Switch on again</Trans>
      </Button>
      {question}
    </>
  );
}

/** Switches immediately, or asks first whether one that was stopped was changed: it would be stopped again. */
function usePress({ id, stopped }: Automation): { press: (isOn: boolean) => void; question: ReactNode } {
  const switchTo = useSwitchAutomation(id);
  const [isConfirming, setIsConfirming] = useState(false);
  const press = (isOn: boolean) => {
    if (isOn && stopped) setIsConfirming(true);
    else switchTo(isOn);
  };
  const question = {
    title: t`Did you change something?`,
    text: t`It was switched off because it ran too often. If nothing has changed, that will happen again.`,
    yes: t`Switch on again`,
  };
  return {
    press,
    question: stopped && (
      <Confirmation
        question={isConfirming ? question : undefined}
        onYes={() => switchTo(true)}
        onClose={() => setIsConfirming(false)}
      />
    ),
  };
}
