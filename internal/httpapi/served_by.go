package httpapi

import "context"

// Colleague is a user that the counter can name as the one who did the service.
type Colleague struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Self bool   `json:"self" doc:"This is the caller"`
}

type colleaguesOutput struct {
	Body struct {
		Items []Colleague `json:"items" nullable:"false"`
	}
}

func (c visitCalls) colleagues(ctx context.Context, _ *struct{}) (*colleaguesOutput, error) {
	caller := actor(ctx)
	staff, err := c.cases.Visits.Colleagues(ctx, caller)
	if err != nil {
		return nil, err
	}
	out := &colleaguesOutput{}
	out.Body.Items = make([]Colleague, len(staff))
	for i, user := range staff {
		out.Body.Items[i] = Colleague{ID: user.ID, Name: user.Name, Self: user.ID == caller.UserID}
	}
	return out, nil
}

type servedByInput struct {
	IDInput
	Body struct {
		ServedByID string `json:"servedById" minLength:"1" maxLength:"64" doc:"Id of a user, from GET /counter/staff"`
	}
}

func (c visitCalls) changeServedBy(ctx context.Context, in *servedByInput) (*okOutput, error) {
	if err := c.cases.Visits.ChangeServedBy(ctx, actor(ctx), in.ID, in.Body.ServedByID); err != nil {
		return nil, err
	}
	return ok(), nil
}
