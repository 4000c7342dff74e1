"""CP-SAT without `ortools.sat.python.cp_model`, whose import of pandas takes half a second.

A model is written into the protocol buffer that CP-SAT reads; expressions are those of ortools.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ortools.sat.python import cp_model_helper as helper
from ortools.sat.python.cp_model_helper import (
    BoundedLinearExpression,
    CpModelProto,
    CpSolverStatus,
    DecisionStrategyProto,
    IntVar,
    LinearExpr,
    Literal,
    SatParameters,
)
from ortools.util.python.sorted_interval_list import Domain

UNKNOWN, INFEASIBLE = CpSolverStatus.UNKNOWN, CpSolverStatus.INFEASIBLE
FEASIBLE, OPTIMAL = CpSolverStatus.FEASIBLE, CpSolverStatus.OPTIMAL
FIXED_SEARCH = SatParameters.SearchBranching.FIXED_SEARCH
LIMITS = -(2**63), 2**63 - 1
"""The bounds that stand for no bound."""


class Constraint:
    """One constraint of a model."""

    def __init__(self, proto: Any) -> None:
        self._proto = proto

    def only_enforce_if(self, literal: Literal) -> None:
        """Enforce it only if `literal` is true."""
        self._proto.enforcement_literal.append(literal.index)


class Model:
    """Variables and constraints."""

    def __init__(self) -> None:
        self.proto: Any = CpModelProto()

    @property
    def size(self) -> int:
        """The number of variables and constraints."""
        return len(self.proto.variables) + len(self.proto.constraints)

    def new_int_var(self, least: int, most: int) -> IntVar:
        """Return a new variable from `least` to `most`."""
        return IntVar(self.proto).with_domain(Domain(least, most))

    def new_bool_var(self) -> IntVar:
        """Return a new variable that is 0 or 1."""
        return self.new_int_var(0, 1)

    def add(self, comparison: BoundedLinearExpression | bool) -> Constraint:
        """Add a constraint, written as a comparison of expressions."""
        if not isinstance(comparison, BoundedLinearExpression):
            return self.add_bool_or([]) if not comparison else self._one("bool_and", [])
        proto = self.proto.constraints.add()
        proto.linear.vars.extend([variable.index for variable in comparison.vars])
        proto.linear.coeffs.extend(comparison.coeffs)
        for bound in comparison.bounds.flattened_intervals():
            away = 0 if bound in LIMITS else comparison.offset
            proto.linear.domain.append(bound - away)
        return Constraint(proto)

    def add_sum(self, variables: Iterable[IntVar], least: int, most: int) -> Constraint:
        """Require that the sum of `variables` is from `least` to `most`."""
        proto = self.proto.constraints.add()
        indices = [variable.index for variable in variables]
        proto.linear.vars.extend(indices)
        proto.linear.coeffs.extend([1] * len(indices))
        proto.linear.domain.extend([least, most])
        return Constraint(proto)

    def weighted_sum(self, variables: Iterable[IntVar], weights: Iterable[int]) -> LinearExpr | int:
        """Return the weighted sum of `variables`; 0 if all weights are 0."""
        counted = [pair for pair in zip(variables, weights, strict=True) if pair[1]]
        return LinearExpr.weighted_sum(*zip(*counted, strict=True)) if counted else 0

    def add_bool_or(self, literals: Iterable[Literal]) -> Constraint:
        """Require at least one of `literals`."""
        return self._one("bool_or", literals)

    def add_at_most_one(self, literals: Iterable[Literal]) -> Constraint:
        """Require at most one of `literals`."""
        return self._one("at_most_one", literals)

    def add_exactly_one(self, literals: Iterable[Literal]) -> Constraint:
        """Require exactly one of `literals`."""
        return self._one("exactly_one", literals)

    def add_implication(self, cause: Literal, consequence: Literal) -> None:
        """Require `consequence` if `cause` is true."""
        self._one("bool_and", [consequence]).only_enforce_if(cause)

    def maximize(self, worth: LinearExpr) -> None:
        """Maximise `worth`, a sum whose coefficients may be fractions."""
        flat, goal = helper.FlatFloatExpr(worth), self.proto.floating_point_objective
        goal.vars.extend([variable.index for variable in flat.vars])
        goal.coeffs.extend(flat.coeffs)
        goal.offset = flat.offset
        goal.maximize = True

    def try_first(self, literals: Iterable[IntVar]) -> None:
        """Make the search branch on `literals` first, in order, trying true."""
        self.proto.search_strategy.clear()
        strategy = self.proto.search_strategy.add()
        for literal in literals:
            expression = strategy.exprs.add()
            expression.vars.append(literal.index)
            expression.coeffs.append(1)
        strategy.variable_selection_strategy = DecisionStrategyProto.CHOOSE_FIRST
        strategy.domain_reduction_strategy = DecisionStrategyProto.SELECT_MAX_VALUE

    def allow(self, variable: IntVar, least: int, most: int) -> None:
        """Let `variable` be from `least` to `most` from now on."""
        domain = self.proto.variables[variable.index].domain
        domain.clear()
        domain.extend([least, most])

    def _one(self, kind: str, literals: Iterable[Literal]) -> Constraint:
        proto = self.proto.constraints.add()
        getattr(proto, kind).literals.extend([literal.index for literal in literals])
        return Constraint(proto)


class Solver:
    """One search, with its `parameters`, and what it has found."""

    def __init__(self) -> None:
        self.parameters: Any = SatParameters()
        # CP-SAT would end its search quietly, and leave the next interrupt without a handler.
        self.parameters.catch_sigint_signal = False
        self._response: Any = None

    def solve(self, model: Model) -> CpSolverStatus:
        """Return the status with which the search ended."""
        search: Any = helper.SolveWrapper()
        search.set_parameters(self.parameters)
        self._response = search.solve(model.proto)
        status: CpSolverStatus = self._response.status
        return status

    def value(self, expression: LinearExpr | int) -> int:
        """Return the value of an expression in the solution found."""
        return helper.ResponseHelper.value(self._response, expression)

    @property
    def deterministic_time(self) -> float:
        """How long the search took, in CP-SAT's deterministic seconds (work, not clock)."""
        return float(self._response.deterministic_time)

    @property
    def objective_value(self) -> float:
        """The objective value of the solution."""
        return float(self._response.objective_value)
