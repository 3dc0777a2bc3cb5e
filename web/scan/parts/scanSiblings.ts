import type { Siblings } from '#web/kit/screens/screen.types.ts'
import { scanPaths, toPaper } from '../scan.paths.ts'

const works = [
  { key: 'task', name: '扫描与识别', path: scanPaths.task },
  { key: 'scanners', name: '上传人', path: scanPaths.assignScanner },
  { key: 'doubts', name: '处理存疑', path: scanPaths.doubts },
  { key: 'students', name: '考生状态', path: scanPaths.students },
  { key: 'questions', name: '按题查看', path: scanPaths.questions },
  { key: 'template', name: '模板', path: scanPaths.template },
  { key: 'declarations', name: '异常申报', path: scanPaths.declarations },
  { key: 'bin', name: '回收站', path: scanPaths.bin },
  { key: 'acts', name: '操作记录', path: scanPaths.acts },
] as const
export type ScanWork = (typeof works)[number]['key']

/** The works on one paper's scans beside each other. */
export const scanSiblings = (paperId: string, here: ScanWork): Siblings => ({
  label: '扫描',
  here,
  items: works.map(({ key, name, path }) => ({ key, name, to: toPaper(path, paperId) })),
})
