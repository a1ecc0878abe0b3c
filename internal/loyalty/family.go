package loyalty

import "time"

// FamilyPolicy says which card the visits of a family's members stamp.
type FamilyPolicy string

// The policies: points per member, or shared points.
const (
	PolicyIndividual FamilyPolicy = "INDIVIDUAL"
	PolicyPool       FamilyPolicy = "POOL"
)

// IsValid reports whether the policy is known.
func (p FamilyPolicy) IsValid() bool { return p == PolicyIndividual || p == PolicyPool }

// FamilyRole is a member's place in the family.
type FamilyRole string

// The roles (labels: Titular, Adulto/a, Hijo/a). A family has at most one
// PRIMARY.
const (
	RolePrimary FamilyRole = "PRIMARY"
	RoleAdult   FamilyRole = "ADULT"
	RoleChild   FamilyRole = "CHILD"
)

// IsValid reports whether the role is known.
func (r FamilyRole) IsValid() bool { return r == RolePrimary || r == RoleAdult || r == RoleChild }

// Family is a group of customers of one business.
type Family struct {
	ID        string
	Name      string
	Policy    FamilyPolicy
	CreatedAt time.Time
	Version   int64 // grows when the name or the policy changes
}

// Membership is a customer's place in a family.
type Membership struct {
	FamilyID string
	Name     string
	Policy   FamilyPolicy
	Role     FamilyRole
}

// family is the family of which a membership is.
func (m Membership) family() Family { return Family{ID: m.FamilyID, Name: m.Name, Policy: m.Policy} }

// NewMembership is the place that somebody has in the family under a role.
func (f Family) NewMembership(role FamilyRole) *Membership {
	return &Membership{FamilyID: f.ID, Name: f.Name, Policy: f.Policy, Role: role}
}

// NewFamily returns a family to be created, or the validation refusal. The
// policy is POOL unless another is given (specification, section 5).
func NewFamily(name string, policy FamilyPolicy) (Family, error) {
	if policy == "" {
		policy = PolicyPool
	}
	return FamilyChanges{Name: &name, Policy: &policy}.Apply(Family{})
}

// FamilyChanges are the changes asked of a family. A nil field stays.
type FamilyChanges struct {
	Name    *string
	Policy  *FamilyPolicy
	Version int64 // the version that the caller has seen; zero: any
}

// Apply returns the family with the changes made, or the validation refusal
// that names each wrong field. A change of policy acts on later visits only. It refuses
// with ErrFamilyChanged when the version that was seen is not the current one.
func (ch FamilyChanges) Apply(former Family) (Family, error) {
	if ch.Version != 0 && ch.Version != former.Version {
		return former, ErrFamilyChanged
	}
	c, f := validator{}, former
	if ch.Name != nil {
		f.Name = c.changedName("name", *ch.Name, f.Name, noFamilyName)
	}
	if ch.Policy != nil {
		f.Policy = *ch.Policy
		if !f.Policy.IsValid() {
			c.refuse("policy", "La forma de sumar puntos no existe.")
		}
	}
	if f != former {
		f.Version = former.Version + 1
	}
	return f, c.err()
}
