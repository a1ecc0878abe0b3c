package loyalty

import (
	"slices"
	"strings"
)

// FirstStep prepares a new business for customers.
type FirstStep string

// First steps, in order.
const (
	StepLook     FirstStep = "LOOK"
	StepLegal    FirstStep = "LEGAL"
	StepTargets  FirstStep = "TARGETS"
	StepPoster   FirstStep = "POSTER"
	StepStaff    FirstStep = "STAFF"
	StepCustomer FirstStep = "CUSTOMER"
	StepPaper    FirstStep = "PAPER"
	StepStamp    FirstStep = "STAMP"
)

const firstStepsHidden FirstStep = "HIDDEN"

// FirstSteps returns the steps in order.
func FirstSteps() []FirstStep {
	return []FirstStep{StepLook, StepLegal, StepTargets, StepPoster, StepStaff, StepCustomer, StepPaper, StepStamp}
}

// CanBeMarked reports whether the owner may mark the step, because the data cannot show it: a business of one needs no
// other account.
func (s FirstStep) CanBeMarked() bool {
	return slices.Contains([]FirstStep{StepLook, StepTargets, StepPoster, StepStaff, StepPaper}, s)
}

// FirstStepMarks are marked steps, and HIDDEN: sorted words, separated by spaces.
type FirstStepMarks string

// ParseFirstStepMarks omits unknown words.
func ParseFirstStepMarks(text string) FirstStepMarks {
	marks := FirstStepMarks("").WithHidden(FirstStepMarks(text).AreHidden())
	for _, step := range FirstSteps() {
		marks = marks.With(step, step.CanBeMarked() && FirstStepMarks(text).Has(step))
	}
	return marks
}

// Has reports whether a step is marked.
func (m FirstStepMarks) Has(step FirstStep) bool {
	return slices.Contains(strings.Fields(string(m)), string(step))
}

// With returns the marks with a step marked or unmarked.
func (m FirstStepMarks) With(step FirstStep, marked bool) FirstStepMarks {
	words := slices.DeleteFunc(strings.Fields(string(m)), func(word string) bool { return word == string(step) })
	if marked {
		words = append(words, string(step))
	}
	slices.Sort(words)
	return FirstStepMarks(strings.Join(words, " "))
}

// AreHidden reports whether the owner dismissed the steps.
func (m FirstStepMarks) AreHidden() bool { return m.Has(firstStepsHidden) }

// WithHidden returns the marks with the steps hidden or shown.
func (m FirstStepMarks) WithHidden(hidden bool) FirstStepMarks {
	return m.With(firstStepsHidden, hidden)
}

// FirstStepFacts are the records that complete steps.
type FirstStepFacts struct {
	HasColleague bool
	HasCustomer  bool
	HasOpening   bool
	HasVisit     bool
}

// IsStepDone reports whether settings, records or a mark complete a step.
func (b Business) IsStepDone(step FirstStep, facts FirstStepFacts) bool {
	if step.CanBeMarked() && b.FirstSteps.Has(step) {
		return true
	}
	switch step {
	case StepLook:
		return b.Colour != "" || b.Logo != ""
	case StepLegal:
		return b.Legal.Name != "" && b.Legal.TaxID != "" && b.Legal.Address != "" && b.Legal.Email != ""
	case StepTargets:
		return b.VisitTarget != DefaultVisitTarget || b.VIPVisitTarget != DefaultVIPVisitTarget || !b.HalfRewardEnabled || b.WelcomeText != ""
	case StepStaff:
		return facts.HasColleague
	case StepCustomer:
		return facts.HasCustomer
	case StepPaper:
		return facts.HasOpening
	case StepStamp:
		return facts.HasVisit
	}
	return false
}
