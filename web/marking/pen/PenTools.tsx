import { Button, Input, makeStyles, tokens, Tooltip } from '@fluentui/react-components'
import { ArrowUndo20Regular } from '@fluentui/react-icons/svg/arrow-undo'
import { Checkmark20Regular } from '@fluentui/react-icons/svg/checkmark'
import { Delete20Regular } from '@fluentui/react-icons/svg/delete'
import { Dismiss20Regular } from '@fluentui/react-icons/svg/dismiss'
import { InkStroke20Regular } from '@fluentui/react-icons/svg/ink-stroke'
import { TextT20Regular } from '@fluentui/react-icons/svg/text-t'
import { TextUnderline20Regular } from '@fluentui/react-icons/svg/text-underline'
import type { RefObject } from 'react'
import type { OwnReader } from '#shared/exam/tools/disclosure.types.ts'
import { mostNoteText } from '#shared/kit/pen/pen.types.ts'
import { notesToWords } from './pen.words.ts'
import type { Pen, PenTool } from './usePen.ts'

const useStyles = makeStyles({
  // Beside the other tools in one line on a phone too.
  words: { width: 'min(132px, 20vw)', minWidth: 0 },
  done: { marginLeft: tokens.spacingHorizontalXS },
  // On a phone a line of its own below the tools.
  seen: {
    alignSelf: 'center',
    padding: `0 ${tokens.spacingHorizontalXS}`,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    '@media (max-width: 800px)': { flexBasis: '100%', textAlign: 'right' },
  },
})

const tools: readonly { tool: PenTool; name: string; icon: React.ReactElement }[] = [
  { tool: 'line', name: '笔', icon: <InkStroke20Regular /> },
  { tool: 'tick', name: '勾', icon: <Checkmark20Regular /> },
  { tool: 'cross', name: '叉', icon: <Dismiss20Regular /> },
  { tool: 'underline', name: '下划线', icon: <TextUnderline20Regular /> },
  { tool: 'text', name: '文字', icon: <TextT20Regular /> },
]

/** The tools of the pen, in the place of those that look closer. */
export const PenTools = (props: {
  pen: Pen
  words: RefObject<HTMLInputElement | null>
  notesTo: readonly OwnReader[] | undefined
}) => {
  const { pen, words, notesTo } = props
  const styles = useStyles()
  return (
    <>
      {tools.map(({ tool, name, icon }) => (
        <Tooltip key={tool} content={name} relationship="label">
          <Button
            size="small"
            appearance={pen.tool === tool ? 'primary' : 'subtle'}
            aria-pressed={pen.tool === tool}
            icon={icon}
            onClick={() => pen.setTool(tool)}
          />
        </Tooltip>
      ))}
      {pen.tool === 'text' && (
        <Input
          ref={words}
          size="small"
          className={styles.words}
          aria-label="批注文字"
          placeholder="写好，再点答卷"
          maxLength={mostNoteText}
          value={pen.text}
          onChange={(_, d) => pen.setText(d.value)}
        />
      )}
      <Tooltip content="撤销（Z）" relationship="label">
        <Button
          size="small"
          appearance="subtle"
          icon={<ArrowUndo20Regular />}
          disabledFocusable={pen.notes.length === 0}
          onClick={pen.undo}
        />
      </Tooltip>
      <Tooltip content="清除批注" relationship="label">
        <Button
          size="small"
          appearance="subtle"
          icon={<Delete20Regular />}
          disabledFocusable={pen.notes.length === 0}
          onClick={pen.clear}
        />
      </Tooltip>
      <Button size="small" className={styles.done} onClick={() => pen.setTool(null)}>
        收起（N）
      </Button>
      {notesTo && <span className={styles.seen}>{notesToWords(notesTo)}</span>}
    </>
  )
}
