import { makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { examDetail } from '#shared/exam/exam.calls.ts'
import { examStatus, markingProgress } from '#shared/exam/exam.types.ts'
import { barOf, toolList, toolsFor, usedNow } from '#shared/exam/tools/tool.rules.ts'
import { toolGroups } from '#shared/exam/tools/tool.table.ts'
import type { ExamTool } from '#shared/exam/tools/tool.rules.ts'
import type { ToolCode } from '#shared/exam/tools/tool.table.ts'
import { ExamId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { FilterBar } from '#web/kit/parts/FilterBar.tsx'
import { Page } from '#web/kit/parts/Page.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { Bars, EmptyState, ErrorState } from '#web/kit/parts/States.tsx'
import { localStore } from '#web/kit/ports.ts'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { ChooseExam } from '../parts/ChooseExam.tsx'
import { examPath, toolboxPath } from '../exam.paths.ts'
import { toolPaths } from './tool.paths.ts'
import { useTools } from './useTool.public.tsx'

type Detail = OutputOf<typeof examDetail>
type Paper = Detail['papers'][number]

const recentKey = 'exam-tools'
const recentTools = (code?: ToolCode): ToolCode[] =>
  usedNow((localStore.get(recentKey) ?? '').split(' ').filter(Boolean), code)
const noteUse = (code: ToolCode): void => localStore.set(recentKey, recentTools(code).join(' '))

const useStyles = makeStyles({
  // Some groups have one tool, some nine: they follow one another down each column, so that none waits for its neighbour.
  groups: {
    columnWidth: '300px',
    columnGap: tokens.spacingHorizontalL,
    maxWidth: '1320px',
    '& > *': { breakInside: 'avoid', marginBottom: tokens.spacingVerticalXL },
  },
  tools: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  tool: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXXS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    ':not(:last-child)': { borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  },
  name: { fontWeight: tokens.fontWeightSemibold },
  link: {
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    ':hover': { color: tokens.colorBrandForeground1, textDecorationLine: 'underline' },
  },
  says: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  bar: { margin: 0, color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
  papers: { display: 'flex', flexWrap: 'wrap', gap: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalM}` },
  paper: {
    color: tokens.colorBrandForegroundLink,
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
  },
})

/** Of a tool that works on one paper each subject is a way in; a barred one says why. */
const Tool = ({ tool, of: { exam, papers, mayManage } }: { tool: ExamTool; of: Detail }) => {
  const styles = useStyles()
  const questionCount = papers.reduce((n, p) => n + p.questionCount, 0)
  const places = tool.of === 'exam' ? [] : papers
  const whose = { owner: exam.owner, manages: mayManage }
  const bars = places.map((p) => barOf(tool, { ...p, ...whose }))
  const bar =
    places.length > 0 ? (bars.every(Boolean) ? bars[0] : null) : barOf(tool, { ...exam, ...whose, questionCount })
  const [only] = papers
  const single = tool.of === 'exam' || papers.length === 1
  const to = ({ paperId, status, markingProgress: progress }: Paper): string =>
    toolPaths[tool.code]({
      examId: exam.examId,
      paperId,
      released: status === examStatus.released,
      marking: mayManage && progress >= markingProgress.marking,
    })
  return (
    <li className={styles.tool}>
      {single && !bar && only ? (
        <Link className={`${styles.name} ${styles.link}`} to={to(only)} onClick={() => noteUse(tool.code)}>
          {tool.name}
        </Link>
      ) : (
        <span className={styles.name}>{tool.name}</span>
      )}
      <p className={styles.says}>{tool.says}</p>
      {bar && <p className={styles.bar}>{bar}</p>}
      {!single && !bar && (
        <div className={styles.papers}>
          {places.map((p, i) =>
            bars[i] ? (
              <span key={p.paperId} className={styles.says} title={bars[i]}>
                {p.courseName}
              </span>
            ) : (
              <Link
                key={p.paperId}
                className={styles.paper}
                to={to(p)}
                onClick={() => noteUse(tool.code)}
                aria-label={`${tool.name}：${p.courseName}`}
              >
                {p.courseName}
              </Link>
            ),
          )}
        </div>
      )}
    </li>
  )
}

const Toolbox = ({ examId }: { examId: ExamId }) => {
  const styles = useStyles()
  const [search, setSearch] = useState('')
  const [recent] = useState(() => recentTools())
  const { data, error } = useAsk(examDetail, { examId })
  const held = useTools(examId)
  if (!data || !held)
    return <Page title="考试工具">{error ? <ErrorState error={error} /> : <Bars rows={8} height={64} />}</Page>
  const mine = toolList.filter((t) => held[t.code])
  if (mine.length === 0)
    return (
      <NoticeScreen
        title="考试工具"
        empty={{
          title: '没有您能用的工具',
          text: '考试工具由创建人和学校的考试管理员使用，也可以由他们授权。',
          action: { name: '返回考试', to: examPath(examId) },
        }}
      />
    )
  const found = toolsFor(search, mine)
  const groups = Object.entries(toolGroups).map(([group, title]) => ({
    key: group,
    title,
    tools: found.filter((t) => t.group === group),
  }))
  const used = {
    key: 'recent',
    title: '最近使用',
    tools: recent.flatMap((code) => mine.filter((t) => t.code === code)),
  }
  const shown = [...(search.trim() === '' ? [used] : []), ...groups].filter(({ tools }) => tools.length > 0)
  return (
    <Page
      title="考试工具"
      tools={
        <FilterBar
          filters={[{ field: 'name', label: '工具', mode: 'search', placeholder: '按名称或用途查找' }]}
          values={{ name: [search] }}
          onChange={(_, values) => setSearch(values[0] ?? '')}
        />
      }
    >
      {shown.length === 0 && (
        <EmptyState empty={{ title: `没有找到“${search.trim()}”`, text: `一共${mine.length}个工具，换个词试试。` }} />
      )}
      <div className={styles.groups}>
        {shown.map(({ key, title, tools }) => (
          <Section key={key} title={title}>
            <ul className={styles.tools}>
              {tools.map((tool) => (
                <Tool key={tool.code} tool={tool} of={data} />
              ))}
            </ul>
          </Section>
        ))}
      </div>
    </Page>
  )
}

/** All that can be done with an exam, by group; without an exam, which one. */
export const ToolboxScreen = () => {
  const { examId: text } = useParams()
  const examId = ExamId.safeParse(text).data
  if (examId) return <Toolbox examId={examId} />
  return <ChooseExam title="考试工具" pathOf={toolboxPath} />
}
