/** Addresses of this room. A school is named by `?schoolId=` or is the caller's own. */
import { pathTo } from '#web/kit/route.types.ts'

const manage = '/v2/school/manage'

export const schoolPaths = {
  list: '/v2/school/list',
  add: '/v2/school/list/add',
  areas: '/v2/school/list/areas',
  place: '/v2/school/list/place',
  keys: '/v2/operate-tools/school-code',
  key: '/v2/operate-tools/school-code/school-code-detail',
  importPlaces: '/v2/operate-tools/school-code/import',
  grades: `${manage}/grade-manage/list`,
  addGrade: `${manage}/grade-manage/add`,
  classes: `${manage}/class-manage/list/classes`,
  addClass: `${manage}/class-manage/add`,
  editClass: `${manage}/class-manage/edit/:classId`,
  teachingClasses: `${manage}/class-manage/teaching`,
  teachingStudents: `${manage}/class-manage/teaching/student`,
  importTeaching: `${manage}/class-manage/teaching/import`,
  teachers: `${manage}/teacher-manage/base-info`,
  addTeacher: `${manage}/teacher-manage/add`,
  editTeacher: `${manage}/teacher-manage/edit/:teacherId`,
  students: `${manage}/student-manage/student`,
  addStudent: `${manage}/student-manage/add`,
  student: `${manage}/student-manage/detail/:studentId`,
  parents: `${manage}/student-manage/parents`,
  addParent: `${manage}/student-manage/parents/add/:studentId`,
  findPerson: `${manage}/student-manage/find`,
  numbers: `${manage}/student-manage/number`,
  reveals: `${manage}/parameter-setting/reveals`,
  tutors: `${manage}/grade-manage/tutor`,
  addTutor: `${manage}/grade-manage/tutor/choose`,
  editTutor: `${manage}/grade-manage/tutor/edit/:teacherId`,
  courseKnowledge: `${manage}/course-manage/add-course/knowledge`,
  courseSetting: `${manage}/course-manage/add-course/setting`,
  defaultMaterial: `${manage}/parameter-setting/defaultMaterial`,
  reportSetting: `${manage}/parameter-setting/reportSetting`,
  tutorSetting: `${manage}/parameter-setting/tutorSetting`,
  homeworkSetting: `${manage}/parameter-setting/homeworkSetting`,
  seniorSetting: `${manage}/parameter-setting/seniorSetting`,
  reportTemplate: `${manage}/parameter-setting/report-template`,
  editStudent: `${manage}/student-manage/edit/:studentId`,
  importStudents: `${manage}/student-manage/import`,
  courses: `${manage}/course-manage/list`,
  addCourse: `${manage}/course-manage/add-course`,
  courseSelection: `${manage}/student-manage/course-selection`,
  acts: `${manage}/parameter-setting/otherManage`,
  settings: `${manage}/parameter-setting/generalSetting`,
  editSetting: `${manage}/parameter-setting/generalSetting/edit`,
  editSchool: `${manage}/parameter-setting/generalSetting/school`,
  export: `${manage}/export`,
  leaders: `${manage}/school-leader-manage`,
  addLeader: `${manage}/school-leader-manage/add`,
  editLeader: `${manage}/school-leader-manage/edit/:userId`,
} as const
export type SchoolPath = keyof typeof schoolPaths

/** An address of a school: its holes filled, the school kept where it is not the caller's own, and further filters. */
export const inSchool = (
  path: SchoolPath,
  of: { schoolId?: string | undefined } & Readonly<Record<string, string | undefined>>,
): string => {
  const { schoolId, ...rest } = of
  const holes = Object.fromEntries(Object.entries(rest).filter((e): e is [string, string] => e[1] !== undefined))
  const query = new URLSearchParams(schoolId ? { schoolId } : {})
  for (const [name, value] of Object.entries(holes)) if (!schoolPaths[path].includes(`:${name}`)) query.set(name, value)
  const text = query.toString()
  return pathTo(schoolPaths[path], holes) + (text ? `?${text}` : '')
}
