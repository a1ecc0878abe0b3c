package httpapi

import "context"

// Marketing previews marketing messages and their audience.
type Marketing struct {
	AllCustomers int64  `json:"allCustomers"`
	Customers    int64  `json:"customers" doc:"Customers who can get the messages: with consent and a phone, and not under 14"`
	WithBirthday int64  `json:"withBirthday" doc:"Customers among them with a known birthday"`
	BirthdayText string `json:"birthdayText" doc:"The birthday message, for an example customer"`
	OneMoreText  string `json:"oneMoreText" doc:"The message when one visit is missing, for an example customer"`
}

type marketingOutput struct{ Body Marketing }

func (c businessCalls) marketing(ctx context.Context, _ *nothing) (*marketingOutput, error) {
	m, err := c.cases.Marketing.Overview(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	return &marketingOutput{Body: Marketing{
		AllCustomers: m.Audience.All, Customers: m.Audience.Customers, WithBirthday: m.Audience.WithBirthday,
		BirthdayText: m.Birthday, OneMoreText: m.OneMore,
	}}, nil
}
