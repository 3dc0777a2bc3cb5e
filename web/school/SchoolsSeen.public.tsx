import { useCallback, useEffect, useState } from 'react'
import { listSchools, schoolCount, schoolDetail } from '#shared/school/school.calls.ts'
import type { SchoolRow } from '#shared/school/school.calls.ts'
import { stageNames } from '#shared/school/roster/school.rules.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import { showDate } from '#shared/kit/time.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Section } from '#web/kit/parts/Section.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { EmptyState, Waiting } from '#web/kit/parts/States.tsx'
import { WorkList } from '#web/kit/parts/WorkList.tsx'
import { inSchool, schoolPaths } from './school.paths.ts'

/** So many schools are looked into; all of them are a list of their own. */
const most = 6
const freshMs = 300_000

type Detail = OutputOf<typeof schoolDetail>
type Details = Readonly<Record<string, Detail>>

/** Reads one school's numbers and tells; shows nothing. */
const Looking = (props: { schoolId: SchoolRow['schoolId']; tell: (of: Detail) => void }) => {
  const { schoolId, tell } = props
  const { data } = useAsk(schoolDetail, { schoolId }, { freshMs, quiet: true })
  useEffect(() => {
    if (data) tell(data)
  }, [data, tell])
  return null
}

/** What still lacks before a school can hold an exam, first things first; null when it can. */
const lack = (d: Detail): { text: string; name: string; to: 'addClass' | 'importStudents' | 'addTeacher' } | null =>
  d.classCount === 0
    ? { text: '还没有班级', name: '添加班级', to: 'addClass' }
    : d.studentCount === 0
      ? { text: '还没有学生名单', name: '导入学生', to: 'importStudents' }
      : d.teacherCount === 0
        ? { text: '还没有教师', name: '添加教师', to: 'addTeacher' }
        : null

const factsOf = (s: SchoolRow, d: Detail | undefined): string =>
  [
    s.areaName,
    stageNames[s.stage],
    ...(d ? [`${d.classCount}个班`, `${d.teacherCount}名教师`, `${d.studentCount}名学生`] : []),
    `${showDate(s.createdAt)}开通`,
  ]
    .filter(Boolean)
    .join(' · ')

/** The schools of an operator or a bureau: which cannot hold an exam yet and why, then the newest of all. */
export const SchoolsSeen = ({ mayAdd }: { mayAdd: boolean }) => {
  const count = useAsk(schoolCount, {}, { freshMs }).data
  const asked = useAsk(listSchools, { pageNumber: 1, pageSize: most }, { freshMs })
  const [details, setDetails] = useState<Details>({})
  const tell = useCallback((d: Detail) => setDetails((of) => ({ ...of, [d.schoolId]: d })), [])
  if (asked.data === undefined) return <Waiting asked={asked} rows={5} height={32} />
  const { list } = asked.data
  if (list.length === 0)
    return (
      <EmptyState
        empty={{
          title: '还没有学校',
          text: mayAdd ? '添加学校后，即可开通管理员、导入名单。' : '学校由平台管理员添加，添加后会出现在这里。',
          ...(mayAdd ? { action: { name: '添加学校', to: schoolPaths.add } } : {}),
        }}
      />
    )
  const waiting = list.flatMap((s) => {
    const d = details[s.schoolId]
    const wants = d && lack(d)
    return wants ? [{ s, d, wants }] : []
  })
  const rest = list.filter((s) => !waiting.some((w) => w.s === s))
  return (
    <>
      {list.map((s) => (
        <Looking key={s.schoolId} schoolId={s.schoolId} tell={tell} />
      ))}
      {waiting.length > 0 && (
        <Section title={`还不能组织考试 ${waiting.length}`}>
          <WorkList
            label="还不能组织考试"
            items={waiting.map(({ s, d, wants }) => ({
              key: s.schoolId,
              mark: <StateMark meaning="waits" />,
              name: `${s.schoolName}：${wants.text}`,
              text: factsOf(s, d),
              to: inSchool('grades', { schoolId: s.schoolId }),
              ...(d.mayManage
                ? { action: { name: wants.name, to: inSchool(wants.to, { schoolId: s.schoolId }) } }
                : {}),
            }))}
          />
        </Section>
      )}
      {rest.length > 0 && (
        <Section title={count === undefined ? '学校' : `学校 ${count}`}>
          <WorkList
            label="学校"
            items={rest.map((s) => ({
              key: s.schoolId,
              name: s.schoolName,
              text: factsOf(s, details[s.schoolId]),
              to: inSchool('grades', { schoolId: s.schoolId }),
            }))}
          />
        </Section>
      )}
    </>
  )
}
