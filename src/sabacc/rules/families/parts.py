"""Where the parts of a family usually are: a module of the family's name in each layer."""

from __future__ import annotations


def usual_parts(name: str, folder: str) -> dict[str, str]:
    """The parts by their usual places; `folder` is the family's among the variants and the words."""
    return {
        "worth": f"sabacc.hands.{name}:weigh",
        "hand_examples": f"sabacc.variants.{folder}.examples:examples_of",
        "standing": f"sabacc.variants.{folder}.standing:standing",
        "terms": f"sabacc.variants.{folder}.guide:terms",
        "lessons": f"sabacc.variants.{folder}.lessons:LESSONS",
        "words": f"sabacc.words.{folder}:Words",
        "settlement": f"sabacc.records.settlement.{name}:{name.capitalize()}Settlement",
        "strength": f"sabacc.policy.{name}:strength",
        "simple_choices": f"sabacc.policy.{name}:CHOICES",
        "counts": f"sabacc.odds.exact.{name}.counts:count_hands",
        "next_step": f"sabacc.odds.exact.{name}.step:NextStep",
        "knowledge_check": f"sabacc.odds.exact.{name}.step:check_known",
        "ranker": f"sabacc.odds.kernels.{name}:make_ranker",
        "deal_sizes": f"sabacc.odds.kernels.{name}:SIZES",
        "count_tables": f"sabacc.cli.odds_tables.{name}:count_tables",
        "step_tables": f"sabacc.cli.odds_tables.{name}:STEP_TABLES",
        "count_plot": f"sabacc.odds.plots.{name}:draw_counts",
        "step_plot": f"sabacc.odds.plots.{name}:draw_step",
        "judge": f"sabacc.bots.judges.{name}:JUDGE",
    }
