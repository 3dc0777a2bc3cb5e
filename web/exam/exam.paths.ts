/** Addresses of this room, and of the places that an exam leads to. */
import type { ApplicationKind } from '#shared/exam/joint/application.types.ts'
import { pathTo } from '#web/kit/route.types.ts'

export const examPaths = {
  list: '/v2/exam/list',
  deleted: '/v2/exam/list/deleted',
  add: '/v2/exam/add/single-subject-exam',
  addMany: '/v2/exam/add/multi-subject-exam',
  templates: '/v2/exam/template/list',
  template: '/v2/exam/template/detail',
  detail: '/v2/exam/detail/:examId',
  roster: '/v2/exam-management/detail/:examId/student-manage',
  rosterAdd: '/v2/exam-management/detail/:examId/student-manage/student-add',
  teachingClasses: '/v2/exam-management/detail/:examId/student-manage/teaching-class',
  rosterUpdate: '/v2/exam-management/detail/:examId/student-manage/preview-syn-result',
  paper: '/v2/exam/detail/:examId/paper/:paperId',
  toolbox: '/v2/exam/detail/:examId/exam-manage',
  total: '/v2/exam/detail/:examId/total',
  schools: '/v2/exam/detail/:examId/joint-school',
  schoolAdd: '/v2/exam-management/detail/:examId/student-manage/school-add',
  schoolsToAdd: '/v2/exam-management/detail/student-manage/school-add',
  schoolsToDelete: '/v2/exam-management/detail/student-manage/school-delete',
  /** In the room of marking, which knows how far all is. */
  board: '/v2/exam-management/detail/:examId/exam-monitoring',
  /** Without saying which exam (2 §2.4). */
  examDoor: '/v2/exam/detail',
  /** Of a joint exam, without saying which (2 §2.4). */
  detailDoor: '/v2/exam/instructor-detail',
  monitorDoor: '/v2/exam/instructor-detail/read-monitor',
  statVisibleDoor: '/v2/exam/instructor-detail/exam-manage/stat-visible',
  downloadDoor: '/v2/exam/instructor-report-download',
  ownPaperDoor: '/v2/exam/add-united-exam/paper-self-add',
  importDoor: '/v2/exam/import/score',
  /** What the own school is in the exams of others. */
  ownParts: '/v2/exam/joint-part',
  /** Joint exams of other areas that schools of one's own sit. */
  areaParts: '/v2/exam/area-part',
  ownPart: '/v2/exam/joint-part/:examId',
  ownClassProgress: '/v2/exam/joint-part/:examId/class-progress/:paperId',
  ownRoster: '/v2/exam/joint-part/:examId/student-manage',
  /** In the room of scans: who of the own school scans. */
  ownUploaders: '/v2/exam/joint-part/:examId/uploaders',
  ownTeachers: '/v2/exam/joint-part/:examId/teacher-declare',
  teacherDeclarations: '/v2/exam/detail/:examId/exam-manage/exam-teacher-declare',
  /** What a school applies for, without saying in which exam. */
  teacherDoor: '/v2/application-manage/teacher-declare',
  ownAbsent: '/v2/exam/joint-part/:examId/absent',
  /** In the room of scripts, where who is absent is marked. */
  absents: '/v2/exam/detail/:examId/check-application/absent-student-list',
  absentDoor: '/v2/application-manage/absent',
  ownTransient: '/v2/exam/joint-part/:examId/transient-student',
  transients: '/v2/exam/detail/:examId/check-application/transient-student-list',
  transientDoor: '/v2/application-manage/transient-student',
  boards: '/v2/exam-management/detail/exam-monitoring',
  baseInfoImport: '/v2/exam/import/base-info/:examId',
  baseInfoImportDoor: '/v2/exam/import/base-info',
  /** The card of a joint exam's paper, and of one that is printed already, without saying of which. */
  cardDoor: '/v2/exam/add-united-exam/answer-card-edit',
  drawDoor: '/v2/exam/unusual-template-draw',
  managementDoor: '/v2/exam-management/detail',
  optionalCourse: '/v2/exam/optional-course/:examId',
  optionalCourseDoor: '/v2/exam/optional-course',
  /** The questions of all papers together. */
  paperManage: '/v2/exam-management/detail/:examId/paper-manage',
  paperManageDoor: '/v2/exam-management/detail/paper-manage',
  questionSetting: '/v2/exam-management/detail/:examId/question-setting-list',
  settingTasks: '/v2/exam-management/detail/:examId/question-setting-list/task-list',
  addSettingTask: '/v2/exam-management/detail/:examId/question-setting-list/add-task',
  settingTask: '/v2/exam-management/detail/:examId/question-setting-list/task-detail/:paperId/:teacherId',
  addQuestion: '/v2/exam-management/detail/:examId/question-setting-list/add-question/:paperId',
  splitQuestion: '/v2/exam-management/detail/:examId/question-setting-list/split-question/:paperId',
  mergeQuestion: '/v2/exam-management/detail/:examId/question-setting-list/merge-question/:paperId',
  /** Without saying of which exam, or of which paper. */
  questionSettingDoor: '/v2/exam-management/detail/question-setting-list',
  addSettingTaskDoor: '/v2/exam-management/detail/question-setting-list/add-task',
  addQuestionDoor: '/v2/exam-management/detail/question-setting-list/add-question',
  splitQuestionDoor: '/v2/exam-management/detail/question-setting-list/split-question',
  mergeQuestionDoor: '/v2/exam-management/detail/question-setting-list/merge-question',
  /** What one is asked to set oneself, of all exams. */
  ownSettingTasks: '/v2/exam-management/detail/question-setting-list/task-list',
  facts: '/v2/exam/detail/:examId/exam-manage/exam-base-info',
  maintenance: '/v2/exam/detail/:examId/exam-manage/maintenance',
  cut: '/v2/exam/detail/:examId/exam-manage/complete',
  permissions: '/v2/exam/detail/:examId/exam-manage/permission-setting',
  visibility: '/v2/exam/detail/:examId/exam-manage/exam-visibility',
  /** In the room of results: one’s own, looked at as its student or parent. */
  resultAs: '/v2/exam/detail/:examId/exam-manage/exam-visibility/as/:paperId/:studentId',
  personVisibility: '/v2/exam/detail/:examId/exam-manage/exam-visibility/person',
  knowledge: '/v2/exam/detail/:examId/exam-manage/knowledge-relate/:paperId',
  schoolVisibility: '/v2/exam/detail/:examId/exam-manage/exam-visibility/school',
  teacherVisibility: '/v2/exam/detail/:examId/exam-manage/exam-visibility/teacher',
  groups: '/v2/exam/exam-group-list',
  /** A new group of schools, or `?group=` one that is there. */
  group: '/v2/exam/operation-exam-group',
  /** Of `?group=`. */
  groupContacts: '/v2/exam/operation-exam-group/contacts',
  addJoint: '/v2/exam/add-united-exam',
  /** Exams that are being made. */
  creations: '/v2/async-unite-exam',
  /** What is still to be reported in joint exams. */
  reporting: '/v2/reporting-task',
  baseInfo: '/v2/exam/detail/:examId/exam-manage/base-info',
  paperInfo: '/v2/exam/detail/:examId/exam-manage/paper-info',
  tags: '/v2/exam/detail/:examId/exam-manage/student-tag',
  tagClassAdd: '/v2/exam/detail/:examId/exam-manage/student-tag/class-add',
  tagClassDelete: '/v2/exam/detail/:examId/exam-manage/student-tag/class-delete',
  courses: '/v2/exam/detail/:examId/exam-manage/course-manage',
  teachings: '/v2/exam/detail/:examId/exam-manage/teacher-manager',
  addPermission: '/v2/exam/detail/:examId/exam-manage/permission-setting/add',
} as const

export const examPath = (examId: string): string => pathTo(examPaths.detail, { examId })
/** The form of a new exam, begun like a former one or by a template. */
export const addLike = (of: { like: string } | { template: string }): string =>
  `${examPaths.addMany}?${new URLSearchParams(of).toString()}`
/** The form of a template; with `like` a new one that takes from that exam. */
export const templatePath = (of: { template?: string; like?: string } = {}): string =>
  `${examPaths.template}?${new URLSearchParams(of).toString()}`
/** The candidates of an exam, those to add, or what the school's roster would change. */
export const rosterPath = (examId: string, part?: 'add' | 'update'): string =>
  pathTo(part === 'add' ? examPaths.rosterAdd : part === 'update' ? examPaths.rosterUpdate : examPaths.roster, {
    examId,
  })
/** Who sits a paper of an exam in which teaching class. */
export const teachingClassesPath = (examId: string): string => pathTo(examPaths.teachingClasses, { examId })
/** The specification's addresses of the roster, which name no exam. */
export const rosterMounts = ['', '/class-add', '/class-delete'].map(
  (part) => `/v2/exam-management/detail/student-manage${part}`,
)
export const paperPath = (examId: string, paperId: string): string => pathTo(examPaths.paper, { examId, paperId })
/** The form of a total; a usual one by its name. */
export const totalPath = (examId: string, name?: string): string =>
  `${pathTo(examPaths.total, { examId })}${name === undefined ? '' : `?${new URLSearchParams({ name }).toString()}`}`
export const schoolsPath = (examId: string): string => pathTo(examPaths.schools, { examId })
export const schoolAddPath = (examId: string): string => pathTo(examPaths.schoolAdd, { examId })
export const ownPartPath = (examId: string): string => pathTo(examPaths.ownPart, { examId })
export const ownClassProgressPath = (examId: string, paperId: string): string =>
  pathTo(examPaths.ownClassProgress, { examId, paperId })
export const ownUploadersPath = (examId: string): string => pathTo(examPaths.ownUploaders, { examId })
export const ownRosterPath = (examId: string): string => pathTo(examPaths.ownRoster, { examId })
const applied: Readonly<Record<ApplicationKind, { own: string; decided: string }>> = {
  teacher: { own: examPaths.ownTeachers, decided: examPaths.teacherDeclarations },
  absent: { own: examPaths.ownAbsent, decided: examPaths.absents },
  transient: { own: examPaths.ownTransient, decided: examPaths.transients },
}
/** The specification's addresses of one kind, which name no exam; its two of the kind that is asked for most lead there too. */
export const applicationDoors = (door: string, list: string): string[] => [
  ...['add', 'reject', 'check', 'detail'].map((part) => `${door}/${part}`),
  ...(list === '' ? [] : [`/v2/quality-analysis/check-application/${list}`]),
]
/** What the own school applies for, and what its organiser decides. */
export const ownApplicationsPath = (kind: ApplicationKind, examId: string): string =>
  pathTo(applied[kind].own, { examId })
export const applicationsPath = (kind: ApplicationKind, examId: string): string =>
  pathTo(applied[kind].decided, { examId })
/** What a school's roster of today would change in a joint exam, for its organiser. */
export const schoolRosterPath = (examId: string, schoolId: string): string =>
  `${rosterPath(examId, 'update')}?${new URLSearchParams({ school: schoolId }).toString()}`
export const baseInfoImportPath = (examId: string): string => pathTo(examPaths.baseInfoImport, { examId })
export const optionalCoursePath = (examId: string): string => pathTo(examPaths.optionalCourse, { examId })
export const paperManagePath = (examId: string): string => pathTo(examPaths.paperManage, { examId })
export const questionSettingPath = (examId: string): string => pathTo(examPaths.questionSetting, { examId })
/** What teachers are asked to set, of one paper or of all. */
export const settingTasksPath = (examId: string, paperId?: string): string =>
  `${pathTo(examPaths.settingTasks, { examId })}${paperId === undefined ? '' : `?${new URLSearchParams({ paperId }).toString()}`}`
export const addSettingTaskPath = (examId: string, paperId?: string): string =>
  `${pathTo(examPaths.addSettingTask, { examId })}${paperId === undefined ? '' : `?${new URLSearchParams({ paper: paperId }).toString()}`}`
export const settingTaskPath = (of: { examId: string; paperId: string; teacherId: string }): string =>
  pathTo(examPaths.settingTask, of)
/** Where questions of a paper come, are split, or are joined. */
export const reshapePath = (how: 'add' | 'split' | 'merge', examId: string, paperId: string): string =>
  pathTo(examPaths[`${how}Question`], { examId, paperId })
export const boardPath = (examId: string): string => pathTo(examPaths.board, { examId })
export const groupPath = (groupId?: string): string =>
  `${examPaths.group}${groupId === undefined ? '' : `?${new URLSearchParams({ group: groupId }).toString()}`}`
export const groupContactsPath = (groupId: string): string =>
  `${examPaths.groupContacts}?${new URLSearchParams({ group: groupId }).toString()}`
/** The form of a joint exam; with the schools of a group chosen already. */
export const addJointPath = (groupId?: string): string =>
  `${examPaths.addJoint}${groupId === undefined ? '' : `?${new URLSearchParams({ group: groupId }).toString()}`}`
export const totalsTab = (examId: string): string => `${examPath(examId)}?tab=totals`
export const toolboxPath = (examId: string): string => pathTo(examPaths.toolbox, { examId })

/** The specification has the one set of tools in three places (2 §2.2 to 2.4). */
export const toolMounts = [
  '/v2/exam-manage',
  '/v2/exam/detail/exam-manage',
  '/v2/exam/instructor-detail/exam-manage',
] as const
