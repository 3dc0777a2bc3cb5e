/** The fields of each settings page, and who goes by them. */
import { materialVersions, reportSections, settingPages } from '#shared/school/roster/setting.types.ts'
import type { SettingPage } from '#shared/school/roster/setting.types.ts'
import type { Course } from '#shared/school/roster/school.types.ts'
import type { Field, Option, Siblings } from '#web/kit/screens/screen.types.ts'
import { inSchool } from '../school.paths.ts'
import { MaterialsField } from './MaterialsField.tsx'
import type { Materials } from './MaterialsField.tsx'

export type Courses = readonly Pick<Course, 'courseId' | 'courseName'>[]
type Described = { title: string; used: string; fields: (courses: Courses) => readonly Field[] }

const options = (names: Readonly<Record<string, string>>): Option[] =>
  Object.entries(names).map(([value, label]) => ({ value, label }))
const percent = (name: string, label: string): Field => ({ name, label, kind: 'number', min: 0, max: 100, unit: '%' })
const sections: Record<(typeof reportSections)[number], string> = {
  summary: '总体情况',
  classes: '班级对比',
  sections: '分数段',
  items: '逐题分析',
  definitions: '指标说明',
}

export const settingForms: Record<SettingPage, Described> = {
  defaultMaterial: {
    title: '默认教材',
    used: '选题和组卷时优先使用所选教材的章节。题库建成后生效。',
    fields: (courses) => [
      {
        name: 'materials',
        label: '各课程的教材',
        kind: 'custom',
        wide: true,
        render: ({ value, onChange }) => (
          <MaterialsField
            value={(value || []) as Materials}
            onChange={onChange}
            courses={courses}
            versions={materialVersions}
          />
        ),
      },
    ],
  },
  reportSetting: {
    title: '报告设置',
    used: '新试卷的分析报告从这些设置开始；单份试卷可以另行设置。',
    fields: () => [
      percent('excellent', '优秀线'),
      percent('good', '良好线'),
      percent('pass', '及格线'),
      percent('low', '低分线'),
      {
        name: 'deviation',
        label: '标准差',
        kind: 'radio',
        wide: true,
        options: options({ population: '总体标准差（÷ n）', sample: '样本标准差（÷ n−1）' }),
      },
      { name: 'studentRank', label: '学生和家长可见名次', kind: 'switch' },
      { name: 'teacherTotalRank', label: '教师可见年级名次', kind: 'switch' },
    ],
  },
  tutorSetting: {
    title: '导师设置',
    used: '安排导师时按此检查；已有的安排不受影响。',
    fields: () => [
      { name: 'enabled', label: '开启导师制', kind: 'switch' },
      { name: 'maxTutees', label: '每位导师最多指导', kind: 'number', min: 1, max: 200, unit: '人' },
    ],
  },
  homeworkSetting: {
    title: '作业设置',
    used: '布置作业时的默认选项。作业功能建成后生效。',
    fields: () => [
      {
        name: 'correctMode',
        label: '批改方式',
        kind: 'radio',
        number: true,
        wide: true,
        options: options({ 2: '教师批改', 3: '自行批改', 4: '互相批改' }),
      },
      { name: 'deadlineHour', label: '默认截止时刻', kind: 'number', min: 0, max: 23, unit: '点' },
      { name: 'remindHours', label: '截止前提醒', kind: 'number', min: 0, max: 72, unit: '小时' },
      { name: 'late', label: '允许逾期提交', kind: 'switch' },
    ],
  },
  seniorSetting: {
    title: '高中选考设置',
    used: '学生选课时按此检查；已有的选课不受影响。',
    fields: (courses) => [
      {
        name: 'mode',
        label: '选考模式',
        kind: 'radio',
        wide: true,
        options: options({ free: '不限', '3+1+2': '3+1+2', '3+3': '3+3' }),
        hint: '3+1+2：物理和历史选一门，再选两门；3+3：任选三门',
      },
      {
        name: 'electiveCourseIds',
        label: '开放的选考课程',
        kind: 'multi',
        wide: true,
        options: courses.map((c) => ({ value: c.courseId, label: c.courseName })),
        hint: '都不选则全部开放',
      },
    ],
  },
  reportTemplate: {
    title: '报告模板',
    used: '导出分析报告（PDF）时使用的标题、内容和页脚。',
    fields: () => [
      { name: 'heading', label: '报告标题', kind: 'text', required: true, wide: true, maxLength: 60 },
      {
        name: 'sections',
        label: '报告内容',
        kind: 'multi',
        wide: true,
        required: true,
        options: reportSections.map((s) => ({ value: s, label: sections[s] })),
      },
      { name: 'footer', label: '页脚', kind: 'text', wide: true, maxLength: 60 },
    ],
  },
}

/** The school's settings beside each other. */
export const settingSiblings = (here: SettingPage | 'settings', named: string | undefined): Siblings => ({
  label: '设置',
  here,
  rail: true,
  items: [
    { key: 'settings', name: '通用设置', to: inSchool('settings', { schoolId: named }) },
    ...settingPages.map((page) => ({
      key: page,
      name: settingForms[page].title,
      to: inSchool(page, { schoolId: named }),
    })),
  ],
})
