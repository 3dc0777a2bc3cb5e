import { MessageBar, MessageBarBody } from '@fluentui/react-components'

type Warning = { text: string; bars: boolean; kind: string }

/** What is to be known before marking opens, what bars it first. */
export const GroupWarnings = ({ warnings }: { warnings: readonly Warning[] }) =>
  warnings
    .toSorted((a, b) => Number(b.bars) - Number(a.bars))
    .map((w) => (
      <MessageBar key={w.kind} intent={w.bars ? 'error' : 'warning'}>
        <MessageBarBody>
          {w.bars && '不能开启阅卷：'}
          {w.text}
        </MessageBarBody>
      </MessageBar>
    ))
