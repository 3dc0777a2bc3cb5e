import { makeStyles, Select, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { useParams } from 'react-router'
import { paperReport } from '#shared/analysis/analysis.calls.ts'
import { shownToSchool } from '#shared/analysis/shows.calls.ts'
import { examDetail, showJointResults } from '#shared/exam/exam.calls.ts'
import { examStatus } from '#shared/exam/exam.types.ts'
import { ExamId, SchoolId } from '#shared/kit/ids.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { ReportTable } from '#web/kit/parts/ReportTable.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { Bars, EmptyState, ErrorState } from '#web/kit/parts/States.tsx'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import type { Field, Values } from '#web/kit/screens/screen.types.ts'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { examPath } from '#web/exam/exam.paths.ts'

const useStyles = makeStyles({
  preview: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  school: { maxWidth: '320px' },
  says: { margin: 0, color: tokens.colorNeutralForeground2 },
  few: { margin: 0, color: tokens.colorNeutralForeground3 },
})

const fields: Field[] = [
  {
    name: 'reports',
    label: '显示其他学校的统计',
    kind: 'switch',
    hint: '报告中按校名列出各校的均分、比率和分布；不列学生',
    wide: true,
  },
  {
    name: 'transcripts',
    label: '显示全部成绩单',
    kind: 'switch',
    hint: '各校都能看到所有学校学生的姓名和成绩；统计也随之显示',
    wide: true,
  },
]

/** What one school would see of a published paper, with what is set in the form. */
const AsSchool = ({ paperId, values }: { paperId: PaperId; values: Values }) => {
  const styles = useStyles()
  const [chosen, setChosen] = useState('')
  const own = useAsk(paperReport, { paperId, report: 'classContrast', by: 'school' })
  const schools = own.data?.options?.['schoolId'] ?? []
  const schoolId = SchoolId.safeParse(chosen || schools[0]?.value).data
  const shows = { reports: values['reports'] === true, transcripts: values['transcripts'] === true }
  const { data, error } = useAsk(shownToSchool, schoolId ? { paperId, schoolId, ...shows } : undefined)
  const [compared] = data?.contrast.sections ?? []
  const [lines] = data?.transcript.sections ?? []
  return (
    <Section title="学校看到的样子">
      <div className={styles.preview}>
        <Select
          className={styles.school}
          aria-label="学校"
          value={schoolId ?? ''}
          onChange={(_, { value }) => setChosen(value)}
        >
          {schools.map((s) => (
            <option key={s.value} value={s.value}>
              {s.label}
            </option>
          ))}
        </Select>
        {error ? (
          <ErrorState error={error} />
        ) : compared && lines ? (
          <>
            <p className={styles.says}>{data?.contrast.sentence}</p>
            <ReportTable
              label={compared.title}
              table={{ ...compared.table, rows: compared.table.rows.map(({ link: _link, ...row }) => row) }}
              linkTo={() => ''}
            />
            <p className={styles.says}>
              成绩单：看得到{lines.table.page?.total ?? lines.table.rows.length}名学生
              {shows.transcripts ? '，包括其他学校的' : '，都是本校的'}。
            </p>
            <p className={styles.few}>以{data?.contrast.source.courseName}为例，按该校校级领导的身份显示。</p>
          </>
        ) : (
          <Bars rows={6} />
        )}
      </div>
    </Section>
  )
}

/** What the schools of a joint exam see of each other, set by its organiser. */
export const ShowsScreen = () => {
  const examId = ExamId.safeParse(useParams()['examId']).data
  const { data, error } = useAsk(examDetail, examId ? { examId } : undefined)
  if (!examId || !data)
    return (
      <Page title="联考可见范围" width="narrow">
        {error || !examId ? (
          <ErrorState error={error ?? new Error('考试不存在或已删除')} />
        ) : (
          <Bars rows={4} height={32} />
        )}
      </Page>
    )
  const { exam, papers, mayManage } = data
  if (!mayManage || !exam.owner.startsWith('a:'))
    return (
      <NoticeScreen
        title="联考可见范围"
        width="narrow"
        empty={{
          title: mayManage ? '本校自己的考试不涉及其他学校' : '只有联考的组织者可以设置',
          action: { name: '返回考试', to: examPath(examId) },
        }}
      />
    )
  const released = papers.find((p) => p.status === examStatus.released)
  return (
    <FormScreen
      title="联考可见范围"
      call={showJointResults}
      fixed={{ examId, version: exam.version }}
      start={exam.shows ?? { reports: false, transcripts: false }}
      submit="保存"
      doneText="可见范围已保存"
      done={() => examPath(examId)}
      aside={(values) =>
        released ? (
          <AsSchool paperId={released.paperId} values={values} />
        ) : (
          <Section title="学校看到的样子">
            <EmptyState empty={{ title: '还没有发布成绩', text: '发布一科后，这里按设置显示一所学校会看到什么。' }} />
          </Section>
        )
      }
      fields={fields}
    />
  )
}
