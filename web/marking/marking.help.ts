import type { HelpOf } from '#web/kit/help.types.ts'

export const markingHelp: HelpOf = {
  '/v2/exam/detail/:examId/exam-manage/other-func': {
    lines: [
      '没有单独工具的开关，一科一行。',
      '手机阅卷关闭后，这一科只能用电脑评阅，已经领取的评完为止。',
      '阅卷结束以后不再改变；多人协作处理存疑在“处理存疑”里开启。',
    ],
  },
  '/v2/exam/detail/:examId/exam-manage/read-password/:paperId': {
    lines: [
      '阅卷老师领取这一科的答卷前要输入的六位密码。',
      '启用后在阅卷前告诉老师；更换以后所有人重新输入。',
      '连续输错五次要等十分钟，输错的次数都记在这里。',
    ],
  },
  '/v2/exam/detail/:examId/read-monitor/:paperId/class-progress': {
    lines: [
      '每个班的答卷评了多少：作答按题计，评完的答卷按人计。',
      '联考先选学校；评了一部分的答卷按四分之一计入。',
      '进度不含分数，任课教师看自己任教的班。',
    ],
  },
  '/v2/exam/joint-part/:examId/class-progress/:paperId': {
    lines: [
      '联考中本校每个班的答卷评了多少。',
      '评了一部分的答卷按四分之一计入，评完的按人计。',
      '联考由组织方安排阅卷，有疑问请联系组织方。',
    ],
  },
  '/v2/exam/detail/:examId/read-record/:paperId': {
    lines: [
      '一道题的每份答卷：谁在何时给了多少分，被改过的也在。',
      '按题目、阅卷老师、学校或考号查找；可以导出当前页。',
      '只有考试管理者和看全部班级的领导能看到。',
    ],
  },
  '/v2/read-paper': {
    lines: ['分给您评阅的题目，还剩多少。', '点“继续评阅”进入，随时可以离开。', '仲裁的题目也在这里，三角是等您处理。'],
  },
  '/v2/read-paper/history': {
    lines: [
      '您评过的考试，选一科看自己的给分。',
      '点题目看自己给的每一份分和图像。',
      '阅卷结束后可以看到与他人的比较。',
    ],
  },
  '/v2/read-paper/question-block/:paperId/:questionId': {
    lines: [
      '一份一份地给分，下一份已经准备好。',
      '按数字给分；两位数的要按回车，超过满分会提醒。',
      '给错了到“我的给分”里改；断网时先存在本机。',
    ],
    keys: {
      数字: '给分，可能是两位数的按回车',
      F: '满分',
      B: '未作答',
      S: '有问题',
      '← →': '前后一份',
      W: '整张答题卡',
      L: '我的给分',
      '+ −': '放大、缩小',
      R: '旋转',
      C: '对比度',
      G: '标杆卷',
    },
  },
  '/v2/exam-management/read-arrange/:paperId': {
    lines: [
      '谁评哪道题，一份由几人评。',
      '逐题选老师和仲裁人；几人评、允许的分差在阅卷分组里设。',
      '扫描核对平衡后才能开启；开启后还可以加人。',
    ],
  },
  '/v2/check-paper-arrange/class-arrange/:paperId': {
    lines: [
      '答卷按班发给本班的任课老师，或者不发给教这个班的老师。',
      '按班阅卷时，一个班也可以指定由别的老师评。',
      '开启阅卷前决定；开启后只能改回混合分发。',
    ],
  },
  '/v2/check-paper-arrange/automatic-arrange/:paperId': {
    lines: [
      '按每份要评多久，把本科老师分到各组，工作量大致相同。',
      '时间从以前的考试学来，没有时按题型估计；暂停的老师不安排。',
      '看过再采用；采用后在“阅卷分组”里还可以改。',
    ],
  },
  '/v2/read-paper-group/list/:paperId': {
    lines: [
      '一组评哪些题，谁评、谁仲裁，人均多少。',
      '没有单独分组的题各自成一组，由本科全体老师评。',
      '三角是开启阅卷前要看的提醒，点组名看原因；阅卷中也可以调整。',
    ],
  },
  '/v2/read-paper-group/detail/manage/:paperId/:lead': {
    lines: [
      '这一组的题目、阅卷教师和组长。',
      '从这里修改、看账号和进度，或解散。',
      '解散后各题由本科全体老师评，已给的分都保留。',
    ],
  },
  '/v2/read-paper-group/detail/account-manage/:paperId/:lead': {
    lines: [
      '谁有账号、评了多少、手里还有多少。',
      '“定额”限制一位老师最多领多少份；“暂停”后不再领新答卷。',
      '暂停时手里没评的立即退回，由别人评；已给的分保留。',
    ],
  },
  '/v2/read-paper-group/add/:paperId': {
    lines: ['选几道题由同一组老师评。', '已在别的组里的题会移过来。', '不选阅卷教师，就由本科全体老师评。'],
  },
  '/v2/read-paper-group/edit/:paperId/:lead': {
    lines: [
      '改这一组的题目、教师和组长。',
      '去掉的题单独成组，仍由原来的老师评。',
      '阅卷中去掉一位老师，他手里没评的立即退回，已给的分保留。',
    ],
  },
  '/v2/exam-management/detail/:examId/exam-monitoring': {
    lines: [
      '各校各科到了哪一步，最要紧的排在最前。',
      '提醒、延长、截止、接管扫描，一所或选多所一起做。',
      '每五秒只更新有变化的学校；“投屏”用在大屏上，按 Esc 退出。',
    ],
  },
  '/v2/exam/detail/:examId/read-monitor/:paperId': {
    lines: ['每道题、每位老师的进度和给分情况。', '按题看剩余份数和预计时间，点老师看抽样。', '全部评完后“结束阅卷”。'],
  },
  '/v2/exam/detail/:examId/read-monitor/:paperId/read-quality': {
    lines: [
      '每位教师给分的宽严、集中程度，每道题两评是否一致。',
      '先看标着三角的：点教师，看他的分布和答卷。',
      '只作提示；要调整，请教师重看或更正个别得分。',
    ],
  },
  '/v2/exam/detail/:examId/read-monitor/:paperId/read-quality/:questionId/:userId': {
    lines: [
      '一位教师评一道题的分布、快慢和前后变化。',
      '在“抽看答卷”选随机或相差大的，核对给分。',
      '管理者点考号可更正这份答卷。',
    ],
  },
  '/v2/exam/detail/:examId/read-monitor/:paperId/sampled-quality-detail': {
    lines: [
      '按老师、分数段或时间随机抽出评过的答卷来看。',
      '“同意”只计数；“改分”写理由，成为这份作答的仲裁分。',
      '每位老师抽查了多少、同意多少列在上面；自己评的抽不到。',
    ],
  },
  '/v2/exam/detail/:examId/read-monitor/:paperId/standards': {
    lines: [
      '专家定了分的答卷：标杆卷供对照，试评卷先评，种子卷混在答卷里。',
      '在“选卷”里挑有代表性的，写专家给分和理由。',
      '标准卷只统一尺度，不改变这份答卷的得分。',
    ],
  },
  '/v2/exam/detail/:examId/read-monitor/fix/:paperId': {
    lines: ['更正一名考生的一道题。', '选考生和题目，写新的分数和原因。', '更正有记录，下一次发布时生效。'],
  },
  '/v2/exam/todo/intelligent-read': {
    lines: [
      '可以按相同作答评的填空题。',
      '点题号进入；给分和逐份评阅完全一样。',
      '也可以在“阅卷任务”里逐份评同一道题。',
    ],
  },
  '/v2/exam/todo/intelligent-read/detail/:paperId/:questionId': {
    lines: [
      '写法相同的作答放在一起，看过全部缩略图后一次给分。',
      '不一样的选中后移出，单独给分；离群的排在最前。',
      '给错了按退格回到上一组，重新给的分代替前一次。',
    ],
    keys: {
      数字: '给这一组',
      回车: '满分',
      B: '未作答',
      S: '有问题',
      空格: '选中',
      X: '移出',
      M: '并入下一组',
      '← →': '前后一份',
      退格: '回到上一组',
    },
  },
  '/v2/read-paper/trial/:paperId/:questionId': {
    lines: [
      '正式阅卷之前，每位老师先评同样的几份，和专家给分比较。',
      '给的分随时保存，交卷以前可以改；全部评完再交卷。',
      '达到要求就能领取正式答卷；没有通过请与组长联系。',
    ],
  },
  '/v2/exam/detail/:examId/read-monitor/:paperId/test-read-report': {
    lines: [
      '试评中每位老师与专家、老师与老师之间有多一致。',
      'κ 和 ICC 越接近1越一致；相差看分差，偏向看正负。',
      '没有通过的可以请他再试一次，或写明原因放行，都有记录。',
    ],
  },
  '/v2/exam/detail/:examId/read-monitor/:paperId/read-report': {
    lines: [
      '这份试卷评得有多一致，谁偏严偏松，各评了多少，约什么时候评完。',
      '表格右上角可以下载CSV，整页可以打印。',
      '数字来自评分时的计数，阅卷中每次打开都是最新的。',
    ],
  },
  '/v2/exam/detail/:examId/read-monitor/:paperId/seeds': {
    lines: [
      '混在正常答卷里的种子卷，老师评得与专家、与自己先前是否一致。',
      '超出的份数到了规定就提醒老师，再多就不再发放答卷。',
      '可以把最后一份合格种子卷以后的评分退回，请其他老师重评。',
    ],
  },
  '/v2/read-paper-group/detail/rubric/:paperId/:lead': {
    lines: [
      '一道题的分由哪些点组成：逐点给分、逐点扣分或按等级。',
      '设置以后，阅卷时每点一个键，分数自动合计；选了哪几点随评分保存，仲裁时能看到。',
      '阅卷开启以后可以改名、增减；已给的分不变。',
    ],
  },
  '/v2/read-paper-group/detail/quality/:paperId/:lead': {
    lines: [
      '这一组要不要试评、混入多少种子卷、抽查多少。',
      '选“要试评”后先不发正式答卷；选好试评卷再选“开始试评”。',
      '阅卷中也可以改，改了以后领取的答卷按新的要求。',
    ],
  },
  '/v2/exam-manage/intelligent-read/:paperId': {
    lines: [
      '哪些填空题把写法相同的作答放在一起评。',
      '开启后自动归并还没有人领的答卷；归并只排次序，不给分。',
      '每一份都由老师看过才给分；随时可以改回逐份评阅。',
    ],
  },
  '/v2/exam/detail/:examId/exam-manage/reset-read/:paperId': {
    lines: [
      '把一道题、一位老师或一名考生的评分作废，答卷退回待阅。',
      '先看要作废多少个评分，再确定；写明原因。',
      '作废的评分留在阅卷记录里；成绩发布以后改用“成绩更正”。',
    ],
  },
  '/v2/exam/detail/:examId/exam-manage/remark/:paperId': {
    lines: [
      '请没有评过的老师再评一次，原来的评分都留着。',
      '“以重评为准”只算新的评分；“两评并存”按双评的规则算。',
      '重评的任务和平常的一样出现在老师的阅卷任务里。',
    ],
  },
  '/v2/exam-manage/intelligent-read/report/:paperId': {
    lines: [
      '放在一起的作答，老师给的分是否相同，快了多少。',
      '“同组同分”是组里得分与多数相同的作答所占的比例。',
      '不同的作答连同图像列在下面，可以据此决定以后是否采用。',
    ],
  },
  '/v2/exam-manage/performance-import/exam/:examId': {
    lines: [
      '没有小题分时，一个文件导入几科的总分。',
      '先设置各科满分，再下载模板填写：缺考的填“缺考”，没有选考的留空。',
      '先检查，整份没有问题才导入；导入的科目随即可以核对和发布。',
    ],
  },
  '/v2/exam-manage/performance-import/:paperId': {
    lines: [
      '在别处评好的试卷，用表格导入每题的成绩。',
      '下载模板填写后上传：先检查并预览，问题按行列出。',
      '整份没有问题才导入，随即可以核对、更正和发布。',
    ],
  },
}
