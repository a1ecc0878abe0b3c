package service

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// FirstSteps guides a new business to its first stamp.
type FirstSteps struct{ base *usecase.Base }

// FirstStepState is a step's state.
type FirstStepState struct {
	Step   loyalty.FirstStep
	Done   bool
	Marked bool // by the owner
}

// FirstStepList has the steps in order.
type FirstStepList struct {
	Hidden bool
	Steps  []FirstStepState
}

// Show returns the steps. If they are hidden, it does not read their facts.
func (f *FirstSteps) Show(ctx context.Context, actor usecase.Actor) (FirstStepList, error) {
	var list FirstStepList
	err := f.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		list, err = f.list(tx)
		return err
	})
	return list, err
}

func (f *FirstSteps) list(tx *store.Tx) (FirstStepList, error) {
	business, err := tx.Business().Get()
	if err != nil {
		return FirstStepList{}, err
	}
	if business.FirstSteps.AreHidden() {
		return FirstStepList{Hidden: true, Steps: []FirstStepState{}}, nil
	}
	facts, err := tx.Business().FirstStepFacts()
	if err != nil {
		return FirstStepList{}, err
	}
	list := FirstStepList{}
	for _, step := range loyalty.FirstSteps() {
		list.Steps = append(list.Steps, FirstStepState{
			Step: step, Done: business.IsStepDone(step, facts), Marked: step.CanBeMarked() && business.FirstSteps.Has(step),
		})
	}
	return list, nil
}

// Mark marks or unmarks a step. It refuses steps that depend on the data.
func (f *FirstSteps) Mark(ctx context.Context, actor usecase.Actor, step loyalty.FirstStep, done bool) (FirstStepList, error) {
	if !step.CanBeMarked() {
		return FirstStepList{}, loyalty.InvalidField("step", "Este paso se marca solo, cuando está hecho.")
	}
	return f.change(ctx, actor, func(marks loyalty.FirstStepMarks) loyalty.FirstStepMarks { return marks.With(step, done) })
}

// Hide hides or shows the steps.
func (f *FirstSteps) Hide(ctx context.Context, actor usecase.Actor, hidden bool) (FirstStepList, error) {
	return f.change(ctx, actor, func(marks loyalty.FirstStepMarks) loyalty.FirstStepMarks { return marks.WithHidden(hidden) })
}

// Note marks a step just done.
func (f *FirstSteps) Note(ctx context.Context, actor usecase.Actor, step loyalty.FirstStep) error {
	business, err := f.base.BusinessByID(ctx, actor.BusinessID)
	if err != nil || business.FirstSteps.Has(step) {
		return err
	}
	_, err = f.Mark(ctx, actor, step, true)
	return err
}

// change locks the marks: users may mark different steps at once.
func (f *FirstSteps) change(
	ctx context.Context, actor usecase.Actor, change func(loyalty.FirstStepMarks) loyalty.FirstStepMarks,
) (FirstStepList, error) {
	var list FirstStepList
	err := f.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Lock()
		if err != nil {
			return err
		}
		if marks := change(business.FirstSteps); marks != business.FirstSteps {
			if err := tx.Business().SetFirstSteps(marks); err != nil {
				return err
			}
		}
		list, err = f.list(tx)
		return err
	})
	return list, err
}
