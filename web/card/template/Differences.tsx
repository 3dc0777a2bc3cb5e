import { MessageBar, MessageBarBody } from '@fluentui/react-components'
import { Bars } from '#web/kit/parts/States.tsx'

/** What keeps a paper from being read by a template, or that nothing does. */
export const Differences = ({ found, good }: { found: readonly string[] | undefined; good: string }) => {
  if (!found) return <Bars rows={2} height={24} />
  if (found.length === 0)
    return (
      <MessageBar intent="success">
        <MessageBarBody>{good}</MessageBarBody>
      </MessageBar>
    )
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        模板与试卷有{found.length}处不同，请修改模板或试卷后再使用：
        <ul aria-label="不同之处" style={{ margin: 0, paddingLeft: 18, maxHeight: 160, overflowY: 'auto' }}>
          {found.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </MessageBarBody>
    </MessageBar>
  )
}
