import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { listGrades } from '#shared/school/classes/class.calls.ts'
import { importStudents, studentTemplate } from '#shared/school/people/student.calls.ts'
import { ImportKind, ImportResult } from '#shared/school/school.jobs.ts'
import { GradeId } from '#shared/kit/ids.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { ask, refresh, useAsk } from '#web/kit/ask.ts'
import { FieldGroup } from '#web/kit/parts/FieldGroup.tsx'
import { Page } from '#web/kit/parts/Page.tsx'
import type { Values } from '#web/kit/screens/screen.types.ts'
import { ImportPanel } from './ImportPanel.tsx'
import type { Outcome } from './ImportPanel.tsx'
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

const outcome = (r: ImportResult): Outcome => {
  const { unit } = kinds[r.kind]
  if (r.added > 0)
    return {
      intent: r.problemCount > 0 ? 'warning' : 'success',
      title: `已导入${r.added}${unit}`,
      text:
        r.problemCount > 0
          ? `还有${r.problemCount}处问题没有导入，改好后重新上传同一份文件即可，已导入的不会重复。`
          : r.counted
            ? ''
            : '人数较多，列表中的总数还在更新。',
    }
  if (r.problemCount > 0)
    return {
      intent: 'warning',
      title: `发现${r.problemCount}处问题，还没有导入`,
      text: '可下载问题清单，改好后重新上传。',
    }
  if (r.good + r.newClasses === 0)
    return { intent: 'info', title: '没有新的内容', text: `文件中的${r.existing}${unit}都已在学校中。` }
  if (r.mode !== 'check')
    return {
      intent: 'warning',
      title: `没有导入${unit}`,
      text: r.kind === 'students' ? '名单中的学号刚被占用，请重新检查。' : '账号已被其他学校使用。',
    }
  return {
    intent: 'success',
    title: '检查通过，还没有导入',
    text: r.newClasses > 0 ? `将新建${r.newClasses}个班级。` : '',
  }
}

const Import = ({ schoolId, named }: { schoolId: SchoolId; named: string | undefined }) => {
  const [query] = useSearchParams()
  const grades = useAsk(listGrades, { schoolId }).data
  const [values, setValues] = useState<Values>({
    gradeId: GradeId.safeParse(query.get('gradeId')).data ?? '',
    createClasses: true,
    openAccounts: false,
  })
  const kind = kindOf(query.get('kind'))
  const { title, unit, list } = kinds[kind]
  const opensAccounts = kind === 'teachers' || kind === 'parents' || kind === 'oneroster'

  return (
    <Page
      title={title}
      crumbs={[{ name: '返回名单', to: inSchool(list, { schoolId: named }) }, { name: title }]}
      width="narrow"
      actions={[
        {
          name: '下载模板',
          barred: kind === 'oneroster' && 'OneRoster文件由其他系统导出，没有模板',
          run: async () => {
            if (kind !== 'oneroster') location.assign((await ask(studentTemplate, { schoolId, kind })).url)
          },
        },
      ]}
    >
      <FieldGroup
        values={values}
        onChange={(patch) => setValues((v) => ({ ...v, ...patch }))}
        fields={[
          {
            name: 'gradeId',
            label: '年级',
            kind: 'select',
            placeholder: '按文件中的“年级”列',
            when: () => kind === 'students',
            options: gradeOptions(grades),
          },
          { name: 'createClasses', label: '自动创建没有的班级', kind: 'switch', when: () => kind === 'students' },
          { name: 'openAccounts', label: '为学生开通账号', kind: 'switch', when: () => kind === 'students' },
        ]}
      />
      {(opensAccounts || values['openAccounts'] === true) && (
        <p style={{ margin: 0 }}>
          每个账号各有一个初始密码，首次登录须修改。导入完成后可下载一次初始密码条，打印后分发。
        </p>
      )}
      <ImportPanel
        hint="把名单拖到这里：先检查，确认后才导入"
        unit={unit}
        goodUnit={kind === 'students' ? '名' : unit}
        known="已在学校"
        start={(mode, file) => {
          return ask(importStudents, {
            schoolId,
            kind,
            ...file,
            mode,
            createClasses: values['createClasses'] === true,
            ...(values['gradeId'] ? { gradeId: values['gradeId'] as GradeId } : {}),
            openAccounts: values['openAccounts'] === true,
          })
        }}
        read={(result) => ImportResult.safeParse(result).data ?? null}
        outcome={outcome}
        after={(r, importId) => r.slips > 0 && <Slips schoolId={schoolId} importId={importId} count={r.slips} />}
        done={(r) => {
          if (r.added + r.newClasses > 0) void refresh(['students', 'teachers', 'parents', 'roster'])
        }}
      />
    </Page>
  )
}

/** A roster file: checked first, imported when one says so; sending it again adds nothing. */
export const ImportStudentsScreen = () => <InSchool title="导入名单">{(school) => <Import {...school} />}</InSchool>
