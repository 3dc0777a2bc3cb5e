import { useParams } from 'react-router'
import { baseInfoTemplate, importBaseInfo } from '#shared/exam/joint/baseInfo.calls.ts'
import { importBaseInfoJob } from '#shared/exam/exam.jobs.ts'
import type { ExamId } from '#shared/kit/ids.ts'
import { ask } from '#web/kit/ask.ts'
import { JobScreen } from '#web/kit/screens/JobScreen.tsx'
import { ChooseExam } from '../parts/ChooseExam.tsx'
import { baseInfoImportPath, schoolsPath } from '../exam.paths.ts'

const leftSaid = (r: { leftSchools: number; leftNames: string[] }): string =>
  `${r.leftNames.map((name) => name || '没有写学校的行').join('、')}${r.leftSchools > r.leftNames.length ? `等${r.leftSchools}所学校` : ''}`

/** Numbers, rooms and seats of a joint exam's candidates by file: looked at first; a school is taken whole or not at all. */
export const BaseInfoImportScreen = () => {
  const { examId } = useParams() as { examId: ExamId }
  return (
    <JobScreen
      title="导入考生信息"
      template={() => ask(baseInfoTemplate, { examId })}
      call={importBaseInfo}
      job={importBaseInfoJob}
      input={() => ({ examId })}
      family="roster"
      partly
      hint="把填好的表拖到这里：先检查，确认后才导入"
      actions={[{ name: '参加学校', to: schoolsPath(examId) }]}
      words={{
        unit: '名考生',
        existing: '和现在一样',
        each: '名考生（有问题的学校整校不导入）',
        left: (r) => (r.leftSchools > 0 ? `${leftSaid(r)}整校没有导入。` : ''),
        nothing: (r) => `表里的${r.existing}名考生都已是这样。`,
        undo: () => '要改回来，用原来的表再导入一次。已打印的个人答题卡上是原来的考号，请重新打印。',
      }}
      facts={(r) => [
        { name: r.leftSchools > 0 ? '没有问题的学校' : '学校', value: `${r.schools}所` },
        ...(r.leftSchools > 0 ? [{ name: '整校不导入', value: leftSaid(r) }] : []),
        ...(r.joining > 0 ? [{ name: '新增考生', value: `${r.joining}名` }] : []),
        { name: '考号改变', value: `${r.renumbered}名` },
        ...(r.lacking > 0 ? [{ name: '这些学校不在表里的考生', value: `${r.lacking}名` }] : []),
      ]}
    >
      <p>
        一行一名考生：学校、班级、姓名、学号、考号，可以有考场和座位号。学号是学校名单里的：还不是考生的学生会加入考生名单，名单里没有的学生请学校先录入。考号在整场考试里不能重复。一所学校有一行不对，这所学校先不导入，别的学校可以照常导入。一个表最多5000行，学校多时分几个表。
      </p>
    </JobScreen>
  )
}

/** The address without an exam. */
export const BaseInfoImportDoorScreen = () => <ChooseExam title="导入考生信息" pathOf={baseInfoImportPath} />
