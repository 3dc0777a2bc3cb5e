import type { HelpOf } from '#web/kit/help.types.ts'

export const operationsHelp: HelpOf = {
  '/v2/center/company-manage/list': {
    lines: [
      '与平台合作的公司：印刷、录题、校对、扫描。',
      '按名称、服务、状态或合同查找；点名称看人员和操作记录。',
      '还有人员的公司不能删除；删除后十秒内可以撤销。',
    ],
  },
  '/v2/center/company-manage/detail': {
    lines: [
      '一家公司的资料、人员和操作记录。',
      '按账号添加人员，一个人同时只属于一家公司。',
      '移出只解除关系，账号本身不变。',
    ],
  },
  '/v2/center/company-manage/edit': {
    lines: [
      '登记或修改一家公司。',
      '统一社会信用代码会核对校验位，名称和代码都不能重复。',
      '有人在您之前改过，保存时会告诉您是谁。',
    ],
  },
  '/v2/center/refund': {
    lines: [
      '退款的登记本：这里不会划转资金。',
      '按时间、学校、状态筛选，上方是筛选结果的合计。',
      '导出的内容与筛选一致，导出会留下记录。',
    ],
  },
  '/v2/center/refund/detail': {
    lines: [
      '一笔退款现在到了哪一步，以及每一步是谁做的。',
      '登记或修改过的人不能审批；通过后实际退款，再填日期和凭证号。',
      '审批和已退款，只有操作的人可以撤回。',
    ],
  },
  '/v2/center/refund/edit': {
    lines: ['登记一笔退款。', '选学校，填事项、金额和原因，由另一人审批。', '审批前和驳回后可以修改。'],
  },
}
