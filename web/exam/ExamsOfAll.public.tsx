import { examsAtWork } from '#shared/exam/exam.calls.ts'
import type { ExamAtWork } from '#shared/exam/exam.calls.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import { showDate } from '#shared/kit/time.ts'
import { listSchools } from '#shared/school/school.calls.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Section } from '#web/kit/parts/Section.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { WorkList } from '#web/kit/parts/WorkList.tsx'
import { inSchool } from '#web/school/school.paths.ts'
import { progressText } from './states.ts'

type School = OutputOf<typeof listSchools>['list'][number]
type Kind = OutputOf<typeof examsAtWork>['running']

/** So many of a kind stand on the home. */
const most = 6

const List = (props: {
  title: string
  of: Kind
  meaning: 'going' | 'waits'
  why: (e: ExamAtWork) => string
  schoolOf: (e: ExamAtWork) => School | undefined
}) =>
  props.of.count > 0 && (
    <Section title={`${props.title} ${props.of.count}`}>
      <WorkList
        label={props.title}
        items={props.of.first.slice(0, most).map((e) => {
          const school = props.schoolOf(e)
          return {
            key: e.examId,
            mark: <StateMark meaning={props.meaning} />,
            name: [school?.schoolName, e.examName].filter(Boolean).join('：'),
            text: [e.gradeName, `${showDate(e.examDate)}考`, `${e.candidateCount}人`, props.why(e)]
              .filter(Boolean)
              .join(' · '),
            // Its exams are the school's own: whom to ask there is what the platform's people may see.
            ...(school && { action: { name: '学校人员', to: inSchool('leaders', { schoolId: school.schoolId }) } }),
          }
        })}
      />
    </Section>
  )

/** Exams of all schools: whose day passed without a sheet, and which are under way, the longest first. */
export const ExamsOfAll = () => {
  const { data } = useAsk(examsAtWork, {}, { quiet: true, freshMs: 30_000, everyMs: 60_000 })
  const some = data && data.running.count + data.silent.count > 0 ? { pageNumber: 1, pageSize: 200 } : undefined
  const schools = useAsk(listSchools, some, { quiet: true, freshMs: 300_000 }).data?.list ?? []
  if (!data) return null
  const known = new Map(schools.map((s) => [`s:${s.schoolId}`, s]))
  const schoolOf = (e: ExamAtWork): School | undefined => known.get(e.owner)
  return (
    <>
      <List
        title="考完两天还没有扫描"
        of={data.silent}
        meaning="waits"
        why={() => '一页也没有收到'}
        schoolOf={schoolOf}
      />
      <List title="正在进行的考试" of={data.running} meaning="going" why={(e) => progressText(e)} schoolOf={schoolOf} />
    </>
  )
}
