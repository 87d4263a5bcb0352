// Written by `make generated` from scorekeeper/rules. Do not edit.

interface Switches {
  unit: "tenths" | "points";
  six_six: "more_points" | "bidder" | "ask";
  extras_count: boolean;
  stake: boolean;
  stake_to: "contract" | "more_points";
  failed_declarations: "defence" | "bidder" | "nobody";
  failed_pilotta: "defence" | "holder";
  kapo_bonus: 0 | 88 | 90 | 100;
  kapo_when_doubled: "full" | "plain";
  reversed_extras: "as_failed" | "nobody";
  doubling: "off" | "stake" | "all";
  kapo_bid: boolean;
  bid_step: 10 | 5 | 1;
  trumps: "suits" | "with_none_all";
  none_total: 162 | 130;
  all_total: 258 | 162;
  none_all_bonus: 0 | 50 | 80;
  declaration_order: "natural" | "cards";
  four_beats_run: boolean;
  declaration_tie: "nobody" | "leader";
  trump_breaks_tie: boolean;
  pilotta_failed_penalty: 0 | 20;
  both_over: "higher" | "bidder";
  claim: boolean;
  plays: "right" | "left";
  deal_passes: "right" | "left";
  pass_out: "next" | "same";
  leads: "eldest" | "bidder";
  pass_is_final: boolean;
  overtrump: "always" | "ruffing" | "no";
}
