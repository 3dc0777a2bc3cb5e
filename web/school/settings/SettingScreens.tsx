import { Select, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { listGrades } from '#shared/school/classes/class.calls.ts'
import { listCourses } from '#shared/school/classes/course.calls.ts'
import { whyBarred } from '#shared/school/roster/scope.rules.ts'
import { clearSetting, saveSetting, settingDetail } from '#shared/school/settings/setting.calls.ts'
import { gradePages } from '#shared/school/roster/setting.types.ts'
import type { SettingPage } from '#shared/school/roster/setting.types.ts'
import { GradeId } from '#shared/kit/ids.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { confirm, toast } from '#web/kit/notices.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { Bars, ErrorState } from '#web/kit/parts/States.tsx'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import type { Values } from '#web/kit/screens/screen.types.ts'
import { InSchool } from '../parts/InSchool.tsx'
import { settingForms, settingSiblings } from '../parts/settingFields.tsx'
import { useUserType } from '../useSchool.ts'

const useStyles = makeStyles({
  aside: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  note: { color: tokens.colorNeutralForeground3, margin: 0 },
})

const origins = { default: '系统默认', school: '全校设置', grade: '本年级设置' } as const
type InOne = { schoolId: SchoolId; named: string | undefined; page: SettingPage }

type BesideProps = Omit<InOne, 'named'> & { from: keyof typeof origins; values: Values }
const Beside = ({ schoolId, page, from, values }: BesideProps) => {
  const styles = useStyles()
  const [query, setQuery] = useSearchParams()
  const grades = useAsk(listGrades, { schoolId }).data ?? []
  const now = JSON.stringify(values)
  const [first] = useState(now)
  const choose = async (gradeId: string) => {
    const text = '填写的内容还没有保存，换一个范围后将丢失。'
    if (now !== first && !(await confirm({ title: '换一个范围', text, ok: '换范围', cancel: '继续填写' }))) return
    const next = new URLSearchParams(query)
    if (gradeId === '') next.delete('gradeId')
    else next.set('gradeId', gradeId)
    setQuery(next)
  }
  return (
    <div className={styles.aside}>
      {gradePages.includes(page) && (
        <label>
          范围
          <Select value={query.get('gradeId') ?? ''} onChange={(_, d) => void choose(d.value)}>
            <option value="">全校</option>
            {grades
              .filter((g) => !g.graduated)
              .map((g) => (
                <option key={g.gradeId} value={g.gradeId}>
                  {g.gradeName}
                </option>
              ))}
          </Select>
        </label>
      )}
      <p className={styles.note}>当前生效：{origins[from]}</p>
      <p className={styles.note}>{settingForms[page].used}</p>
    </div>
  )
}

const Setting = ({ schoolId, named, page }: InOne) => {
  const [query] = useSearchParams()
  const gradeId = gradePages.includes(page) ? GradeId.safeParse(query.get('gradeId')).data : undefined
  const place = { schoolId, page, ...(gradeId ? { gradeId } : {}) }
  const setting = useAsk(settingDetail, place)
  const courses = useAsk(listCourses, { schoolId }).data
  const barred = whyBarred('settings', useUserType())
  // Saving shows what was saved; a change under the form is told when it is sent.
  const [saved, setSaved] = useState(0)
  const { title, fields } = settingForms[page]
  const { data } = setting
  if (!data || !courses || setting.isPlaceholderData)
    return (
      <Page title={title} siblings={settingSiblings(page, named)}>
        {setting.error ? <ErrorState error={setting.error} /> : <Bars rows={6} />}
      </Page>
    )
  const reset = async () => {
    await act(clearSetting, { ...place, version: data.version })
    toast('success', gradeId ? '已恢复为全校设置' : '已恢复为系统默认')
    setSaved((n) => n + 1)
  }
  return (
    <FormScreen
      key={`${gradeId ?? ''}.${saved}`}
      title={title}
      siblings={settingSiblings(page, named)}
      call={saveSetting}
      fixed={{ ...place, version: data.version } as never}
      start={data.values as never}
      fields={fields(courses)}
      barred={barred ?? undefined}
      submit="保存设置"
      doneText="设置已保存"
      done={() => setSaved((n) => n + 1)}
      actions={[
        {
          name: gradeId ? '恢复为全校设置' : '恢复为系统默认',
          barred: barred ?? (data.version === 0 && (gradeId ? '本年级正在使用全校设置' : '正在使用系统默认')),
          run: reset,
        },
      ]}
      aside={(values) => <Beside key={data.version} schoolId={schoolId} page={page} from={data.from} values={values} />}
    />
  )
}

const screenOf = (page: SettingPage) => () => (
  <InSchool title={settingForms[page].title} part="settings">
    {(school) => <Setting key={page} {...school} page={page} />}
  </InSchool>
)
export const DefaultMaterialScreen = screenOf('defaultMaterial')
export const ReportSettingScreen = screenOf('reportSetting')
export const TutorSettingScreen = screenOf('tutorSetting')
export const HomeworkSettingScreen = screenOf('homeworkSetting')
export const SeniorSettingScreen = screenOf('seniorSetting')
export const ReportTemplateScreen = screenOf('reportTemplate')
