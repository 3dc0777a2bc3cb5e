import { sessionUser } from '#shared/identity/identity.calls.ts'
import * as actCalls from '#shared/school/people/act.calls.ts'
import * as keyCalls from '#shared/school/settings/key.calls.ts'
import * as placeCalls from '#shared/school/place.calls.ts'
import * as schoolCalls from '#shared/school/school.calls.ts'
import * as classCalls from '#shared/school/classes/class.calls.ts'
import * as teachingCalls from '#shared/school/classes/teachingClass.calls.ts'
import { listTeachers } from '#shared/school/people/teacher.calls.ts'
import * as courseCalls from '#shared/school/classes/course.calls.ts'
import * as studentCalls from '#shared/school/people/student.calls.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { keepers, managers, under } from './school.people.ts'
import { schoolPaths as paths } from './school.paths.ts'
import { settingRoutes } from './settings/setting.routes.ts'
import { operationsRoutes } from './operations/operations.routes.ts'
import { staffRoutes } from './people/staff.routes.ts'
import { studentRoutes } from './people/student.routes.ts'

const manage = '/v2/school/manage'

/** Schools, their grades, classes and courses, and what goes in and out by file. */
export const schoolRoutes: readonly ScreenRoute[] = [
  {
    path: paths.list,
    also: ['/v2/basic-data', '/v2/basic-data/school-list'],
    name: '学校列表',
    userTypes: [1, 13, 18],
    hideUserTypeList: [13],
    menu: { segment: 'school', order: 80, icon: 'school', text: '学校' },
    load: async () => (await import('./SchoolListScreen.tsx')).SchoolListScreen,
    calls: [schoolCalls.listSchools, schoolCalls.listAreas],
  },
  {
    path: paths.add,
    ...under('list'),
    name: '添加学校',
    userTypes: [1],
    hide: true,
    load: async () => (await import('./AddSchoolScreen.tsx')).AddSchoolScreen,
    calls: [schoolCalls.listAreas, schoolCalls.createArea, schoolCalls.createSchool],
  },
  {
    path: paths.areas,
    ...under('list'),
    name: '区域',
    userTypes: [1],
    hide: true,
    load: async () => (await import('./AreasScreen.tsx')).AreasScreen,
    calls: [schoolCalls.listAreas, schoolCalls.placeArea, sessionUser],
  },
  {
    path: paths.place,
    ...under('list'),
    name: '代码与位置',
    userTypes: [1],
    hide: true,
    load: async () => (await import('./PlaceSchoolScreen.tsx')).PlaceSchoolScreen,
    calls: [schoolCalls.schoolDetail, placeCalls.placeSchool, sessionUser],
  },
  {
    path: paths.keys,
    ...under('list'),
    name: '学校密钥与位置',
    ...keepers,
    load: async () => (await import('./settings/SchoolKeysScreen.tsx')).SchoolKeysScreen,
    calls: [keyCalls.listSchoolKeys, placeCalls.exportPlaces, schoolCalls.listAreas],
  },
  {
    path: paths.key,
    ...under('keys'),
    name: '密钥与位置',
    ...keepers,
    load: async () => (await import('./settings/SchoolKeyScreen.tsx')).SchoolKeyScreen,
    calls: [keyCalls.schoolKeyDetail, keyCalls.revealSchoolKey, keyCalls.renewSchoolKey, sessionUser],
  },
  {
    path: paths.importPlaces,
    ...under('keys'),
    name: '导入学校代码与位置',
    ...keepers,
    load: async () => (await import('./imports/ImportPlacesScreen.tsx')).ImportPlacesScreen,
    calls: [placeCalls.importPlaces, placeCalls.placeTemplate],
  },
  {
    path: paths.grades,
    within: 'schoolId',
    also: [manage, `${manage}/grade-manage`, '/v2/grade'],
    name: '年级',
    ...managers,
    hideUserTypeList: [-1, 1, 18],
    menu: { segment: 'school', order: 81, icon: 'school', text: '学校管理' },
    load: async () => (await import('./classes/GradesScreen.tsx')).GradesScreen,
    calls: [
      classCalls.listGrades,
      classCalls.deleteGrade,
      schoolCalls.schoolDetail,
      studentCalls.studentsCounting,
      actCalls.graduateGrade,
      actCalls.undoAct,
      sessionUser,
    ],
  },
  {
    path: paths.addGrade,
    ...under('grades'),
    name: '添加年级',
    ...managers,
    load: async () => (await import('./SmallForms.tsx')).AddGradeScreen,
    calls: [classCalls.createGrade, sessionUser, schoolCalls.schoolDetail],
  },
  {
    path: paths.classes,
    within: 'schoolId',
    also: [`${manage}/class-manage`, `${manage}/grade-manage/detail`, '/v2/basic-data/class-list'],
    name: '班级',
    ...managers,
    load: async () => (await import('./classes/ClassesScreen.tsx')).ClassesScreen,
    calls: [classCalls.listClasses, classCalls.listGrades, classCalls.deleteClass, sessionUser],
  },
  {
    path: paths.addClass,
    ...under('classes'),
    name: '添加班级',
    ...managers,
    load: async () => (await import('./SmallForms.tsx')).AddClassScreen,
    calls: [classCalls.createClass, classCalls.listGrades, sessionUser],
  },
  {
    path: paths.editClass,
    ...under('classes'),
    name: '修改班级',
    ...managers,
    load: async () => (await import('./SmallForms.tsx')).EditClassScreen,
    calls: [classCalls.updateClass, classCalls.listClasses, sessionUser],
  },
  {
    path: paths.teachingClasses,
    ...under('classes'),
    name: '教学班',
    ...managers,
    load: async () => (await import('./classes/TeachingClassesScreen.tsx')).TeachingClassesScreen,
    calls: [
      teachingCalls.listTeachingClasses,
      teachingCalls.teachingTerms,
      teachingCalls.createTeachingClass,
      teachingCalls.updateTeachingClass,
      teachingCalls.deleteTeachingClass,
      classCalls.listGrades,
      courseCalls.listCourses,
      listTeachers,
      sessionUser,
    ],
  },
  {
    path: paths.teachingStudents,
    ...under('teachingClasses'),
    name: '教学班学生',
    ...managers,
    load: async () => (await import('./classes/TeachingStudentsScreen.tsx')).TeachingStudentsScreen,
    calls: [
      teachingCalls.listTeachingStudents,
      teachingCalls.listTeachingClasses,
      teachingCalls.teachingTerms,
      teachingCalls.placeStudents,
      classCalls.listGrades,
      sessionUser,
    ],
  },
  {
    path: paths.importTeaching,
    ...under('teachingClasses'),
    name: '导入教学班',
    ...managers,
    load: async () => (await import('./imports/ImportTeachingScreen.tsx')).ImportTeachingScreen,
    calls: [
      teachingCalls.importTeaching,
      teachingCalls.teachingTemplate,
      classCalls.listGrades,
      sessionUser,
      teachingCalls.teachingTerms,
    ],
  },
  {
    path: paths.importStudents,
    name: '导入名单',
    ...managers,
    load: async () => (await import('./imports/ImportStudentsScreen.tsx')).ImportStudentsScreen,
    calls: [
      studentCalls.importStudents,
      studentCalls.studentTemplate,
      classCalls.listGrades,
      sessionUser,
      studentCalls.takeSlips,
    ],
  },
  {
    path: paths.courses,
    within: 'schoolId',
    also: [`${manage}/course-manage`, '/v2/course-manage'],
    name: '课程',
    ...managers,
    load: async () => (await import('./classes/CoursesScreen.tsx')).CoursesScreen,
    calls: [courseCalls.listCourses, sessionUser, courseCalls.deleteCourse],
  },
  {
    path: paths.addCourse,
    ...under('courses'),
    also: [`${manage}/course-manage/add-course/info`],
    name: '添加课程',
    ...managers,
    load: async () => (await import('./SmallForms.tsx')).AddCourseScreen,
    calls: [courseCalls.createCourse, sessionUser],
  },
  {
    path: paths.export,
    within: 'schoolId',
    name: '导出',
    ...managers,
    load: async () => (await import('./imports/ExportScreen.tsx')).ExportScreen,
    calls: [actCalls.exportRoster, classCalls.listGrades, sessionUser],
  },
  {
    path: paths.courseKnowledge,
    ...under('courses'),
    name: '课程知识点',
    ...managers,
    load: async () => (await import('./classes/CourseForms.tsx')).CourseKnowledgeScreen,
    calls: [courseCalls.updateCourse, courseCalls.listCourses, sessionUser],
  },
  {
    path: paths.courseSetting,
    ...under('courses'),
    name: '课程设置',
    ...managers,
    load: async () => (await import('./classes/CourseForms.tsx')).CourseSettingScreen,
    calls: [courseCalls.updateCourse, courseCalls.listCourses, sessionUser],
  },
  ...staffRoutes,
  ...studentRoutes,
  ...settingRoutes,
  ...operationsRoutes,
]
