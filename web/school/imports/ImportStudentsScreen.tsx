import { useSearchParams } from 'react-router'
import { listGrades } from '#shared/school/classes/class.calls.ts'
import { importStudents, studentTemplate } from '#shared/school/people/student.calls.ts'
import { ImportKind, importStudentsJob } from '#shared/school/school.jobs.ts'
import { GradeId } from '#shared/kit/ids.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { ask, useAsk } from '#web/kit/ask.ts'
import { JobScreen } from '#web/kit/screens/JobScreen.tsx'
import { InSchool } from '../parts/InSchool.tsx'
import { Slips } from './Slips.tsx'
import { gradeOptions } from '../parts/options.ts'
import { inSchool } from '../school.paths.ts'

/** What each kind of file is called, and counted in. */
const kinds = {
  students: { title: '导入学生', unit: '名学生', list: 'students' },
  teachers: { title: '导入教师', unit: '名教师', list: 'teachers' },
  classes: { title: '导入班级', unit: '个班级', list: 'classes' },
  parents: { title: '导入家长', unit: '名家长', list: 'parents' },
  oneroster: { title: '导入OneRoster', unit: '名师生', list: 'classes' },
} as const
const kindOf = (text: string | null): ImportKind => ImportKind.safeParse(text).data ?? 'students'

const Import = ({ schoolId, named }: { schoolId: SchoolId; named: string | undefined }) => {
  const [query] = useSearchParams()
  const grades = useAsk(listGrades, { schoolId }).data
  const kind = kindOf(query.get('kind'))
  const { title, unit, list } = kinds[kind]
  const ofStudents = kind === 'students'
  return (
    <JobScreen
      key={kind}
      title={title}
      crumbs={[{ name: '返回名单', to: inSchool(list, { schoolId: named }) }, { name: title }]}
      template={() => ask(studentTemplate, { schoolId, kind: kind === 'oneroster' ? 'students' : kind })}
      templateBarred={kind === 'oneroster' && 'OneRoster文件由其他系统导出，没有模板'}
      start={{ createClasses: true, openAccounts: false }}
      fields={
        ofStudents
          ? [
              {
                name: 'gradeId',
                label: '年级',
                kind: 'select',
                placeholder: '按文件中的“年级”列',
                options: gradeOptions(grades),
              },
              { name: 'createClasses', label: '自动创建没有的班级', kind: 'switch' },
              {
                name: 'openAccounts',
                label: '为学生开通账号',
                kind: 'switch',
                hint: '每个账号各有一个初始密码，首次登录须修改。导入完成后可下载一次初始密码条。',
              },
            ]
          : []
      }
      call={importStudents}
      job={importStudentsJob}
      input={({ gradeId, createClasses, openAccounts }) => ({
        schoolId,
        kind,
        createClasses: createClasses === true,
        openAccounts: openAccounts === true,
        ...(gradeId ? { gradeId: GradeId.parse(gradeId) } : {}),
      })}
      family="roster"
      hint="把名单拖到这里：先检查，确认后才导入"
      partly
      more={(r) => r.newClasses}
      words={{
        unit,
        each: ofStudents ? '名' : unit,
        existing: '已在学校',
        checked: (r) => (r.newClasses > 0 ? `将新建${r.newClasses}个班级。` : ''),
        done: (r) => (r.counted ? '' : '人数较多，列表中的总数还在更新。'),
        nothing: (r) => `文件中的${r.existing}${unit}都已在学校中。`,
        lost: () => (ofStudents ? '名单中的学号刚被占用，请重新检查。' : '账号已被其他学校使用。'),
      }}
      after={(r, importId) => r.slips > 0 && <Slips schoolId={schoolId} importId={importId} count={r.slips} />}
    >
      {(kind === 'teachers' || kind === 'parents' || kind === 'oneroster') && (
        <p style={{ margin: 0 }}>
          每个账号各有一个初始密码，首次登录须修改。导入完成后可下载一次初始密码条，打印后分发。
        </p>
      )}
    </JobScreen>
  )
}

/** A roster file: checked first, imported when one says so; sending it again adds nothing. */
export const ImportStudentsScreen = () => (
  <InSchool title="导入名单" part="students">
    {(school) => <Import {...school} />}
  </InSchool>
)
