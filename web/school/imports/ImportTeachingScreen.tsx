import { listGrades } from '#shared/school/classes/class.calls.ts'
import { importTeaching, teachingTemplate } from '#shared/school/classes/teachingClass.calls.ts'
import { importTeachingJob } from '#shared/school/school.jobs.ts'
import { GradeId } from '#shared/kit/ids.ts'
import { ask, useAsk } from '#web/kit/ask.ts'
import { JobScreen } from '#web/kit/screens/JobScreen.tsx'
import { InGrade } from '../parts/InGrade.tsx'
import type { OfGrade } from '../parts/InGrade.tsx'
import { InSchool } from '../parts/InSchool.tsx'
import { gradeOptions } from '../parts/options.ts'

const Import = ({ schoolId, gradeId: first }: OfGrade) => {
  const grades = useAsk(listGrades, { schoolId }).data?.filter((g) => !g.graduated)
  return (
    <JobScreen
      title="导入教学班"
      template={() => ask(teachingTemplate, { gradeId: first })}
      start={{ gradeId: first }}
      fields={[{ name: 'gradeId', label: '年级', kind: 'select', required: true, options: gradeOptions(grades) }]}
      call={importTeaching}
      job={importTeachingJob}
      input={({ gradeId }) => ({ gradeId: GradeId.safeParse(gradeId).data ?? first })}
      family="roster"
      partly
      more={(r) => r.newClasses}
      words={{
        verb: '导入',
        unit: '人次',
        each: '人次',
        existing: '没有变化',
        checked: (r) => (r.newClasses > 0 ? `将新建${r.newClasses}个教学班。` : ''),
        nothing: (r) => `文件中的${r.existing}人次都已是这样。`,
        lost: () => '这些教学班在检查之后被他人修改，请重新上传。',
      }}
    >
      <p style={{ margin: 0 }}>
        每行是一名学生的一门课程；没有写在文件中的学生保持原样。只影响本学期和之后新建的考试。
      </p>
    </JobScreen>
  )
}

/** Teaching classes by file: who is in which, and who teaches it. */
export const ImportTeachingScreen = () => (
  <InSchool title="导入教学班" part="classes">
    {(school) => (
      <InGrade title="导入教学班" {...school}>
        {(of) => <Import {...of} />}
      </InGrade>
    )}
  </InSchool>
)
