package httpapi

import "context"

// Marketing previews marketing messages and their audience.
type Marketing struct {
	AllCustomers int64  `json:"allCustomers"`
	Customers    int64  `json:"customers" doc:"Customers who can get the messages: 14 or older, with a phone and consent"`
	WithBirthday int64  `json:"withBirthday" doc:"Those of them with a known birthday"`
	BirthdayText string `json:"birthdayText" doc:"Birthday message for an example customer"`
	OneMoreText  string `json:"oneMoreText" doc:"Message when one visit is missing, for an example customer"`
}

type marketingOutput struct{ Body Marketing }

func (c businessCalls) marketing(ctx context.Context, _ *noInput) (*marketingOutput, error) {
	m, err := c.cases.Marketing.Overview(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	return &marketingOutput{Body: Marketing{
		AllCustomers: m.Audience.All, Customers: m.Audience.Customers, WithBirthday: m.Audience.WithBirthday,
		BirthdayText: m.Birthday, OneMoreText: m.OneMore,
	}}, nil
}
