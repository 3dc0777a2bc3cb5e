/**
 * Every message of specification 1, §5 and §8: it stands in the product, once and to the letter, and a test reads it.
 * English ones stand here as the screen says them.
 */
import { describe, expect, it } from 'vitest'
import { houseFiles, isCode, isTest } from './sources.ts'

const messages: Readonly<Record<string, readonly string[]>> = {
  'passwords (§5)': [
    '请输入当前密码',
    '新密码不能为空',
    '密码最少为8位数',
    '密码最大为30位数',
    '密码不能包含空格',
    '密码必须是包含字母和数字',
    '确认密码不能为空',
    '新密码与确认密码不一致',
    '密码不能为空',
  ],
  'phone and e-mail (§5)': [
    '手机号码不能空',
    '请输入正确的手机号码',
    '手机验证码不能空',
    '邮箱不能空',
    '请输入正确的邮箱',
    '邮箱验证号码不能为空',
  ],
  'children (§5, §8)': [
    '学生姓名不能为空',
    '学生学号不能为空',
    '学校不能为空',
    '数据不完整，无法提交。',
    '该学号在多个学校中存在，请选择你的学校',
    '学生信息有误，请重新输入',
    '信息不符, 不能绑定！',
    '系统检测到多次绑定学生',
    '本年度暂不支持解绑',
    '解绑后将无法查看孩子学情，是否确定解绑?',
    '您的账号已升级，请到智慧校园平台',
    '恭喜你，关联成功',
    '解绑成功!',
  ],
  'a locked paper (§5, §8)': ['验证密码', '请输入试卷密码', '请输入密码', '密码错误'],
  'the shared value checker (§5)': [
    '输入的密码需包含字母、数字',
    '请输入正确的邮箱格式',
    '请输入正确的身份证号码',
    '请输入中文',
    '请输入数字',
    '输入的数字不能大于',
    '输入的数字不能小于',
    '请输入两位小数的数字',
    '请输入正整数或小数',
    '请正确输入',
  ],
  'requests (§8)': [
    '网络似乎断开了，请检查网络后刷新（网络错误：',
    '系统繁忙，请稍后再试或刷新页面',
    '请重试或刷新页面',
    '接口调用失败，正在重试！',
    '返回首页',
    '强制解锁',
    '登录状态已过期',
    '重新登录',
    '您好，目前系统繁忙，请在半小时后再尝试登录',
    '浏览器版本过低',
  ],
  'what does not load (§8)': ['资源获取失败', '请联系工作人员处理', 'ChunkLoadError', 'CSS_CHUNK_LOAD_FAILED'],
  'the account (§2, §8)': [
    '需要先绑定手机才能设置',
    '恭喜您，密码修改成功',
    '绑定成功!',
    '设置成功',
    '复制成功',
    '切换身份',
  ],
}

const files = houseFiles().filter((f) => /^(shared|functions|web)\//.test(f.path) && isCode(f.path))
const product = files.filter((f) => !isTest(f.path))
const tests = files.filter((f) => isTest(f.path))

describe.each(Object.entries(messages))('%s', (_, texts) => {
  it.each(texts)('%s', (text) => {
    expect(product.filter((f) => f.text.includes(text)).map((f) => f.path)).not.toEqual([])
    expect(tests.filter((f) => f.text.includes(text)).map((f) => f.path)).not.toEqual([])
  })
})
